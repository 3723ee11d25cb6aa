// Colours by a value: viridis between nine of its points, paler, so that its dark end shows shapes; ranks and materials by hues far apart.

const VIRIDIS = [[68, 1, 84], [71, 44, 122], [59, 81, 139], [44, 113, 142], [33, 144, 141], [39, 173, 129], [92, 200, 99],
                 [170, 220, 50], [253, 231, 37]].map(c => c.map(v => Math.round(0.8 * v + 46)));

function between(x) {
  const at = x * (VIRIDIS.length - 1);
  const i = Math.min(Math.floor(at), VIRIDIS.length - 2);
  return VIRIDIS[i].map((low, c) => Math.round(low + (VIRIDIS[i + 1][c] - low) * (at - i)));
}

const COLOURS = Array.from({length: 256}, (_, i) => between(i / 255));

/** x from 0 to 1 */
export const viridis = x => COLOURS[Math.round(255 * Math.min(Math.max(x, 0), 1))];

export const GRADIENT = `linear-gradient(to right,${VIRIDIS.map(c => `rgb(${c})`).join()})`;

/** Neighbouring numbers differ by the golden angle. */
export function hue(number) {
  const h = (0.55 + number * 0.618034) % 1, l = 0.62;
  return [0, 8, 4].map(n => {
    const k = (n + 12 * h) % 12;
    return Math.round(255 * (l - 0.21 * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  });
}

export const STONE = [196, 186, 170];
