"""Headless Chromium on a page from disk, with software rendering."""

import importlib.util
import json
import shutil

EXISTS = bool(shutil.which("chromium") and shutil.which("chromedriver") and importlib.util.find_spec("selenium"))
MISSING = "Chromium, its driver or python3-selenium is not installed (jobscripts/install-deps.sh --browser)"


class Page:
    """A browser whose tab shows one page after the other; `close` ends it."""

    def __init__(self, profile):
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service
        options = webdriver.ChromeOptions()
        for flag in ("--headless=new", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--window-size=900,700",
                     f"--user-data-dir={profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.browser = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        self.close = self.browser.quit
        self.script = self.browser.execute_script

    def open(self, path):
        """Shows the report and waits until its viewer has decoded all frames."""
        self.browser.get("about:blank")
        self.browser.get_log("performance")  # of what was there before
        self.address = path.as_uri()
        self.browser.get(self.address)
        self.wait(lambda: self.script("return document.documentElement.dataset.complete"))

    def wait(self, condition):
        from selenium.webdriver.support.ui import WebDriverWait
        WebDriverWait(self.browser, 60).until(lambda _: condition())

    def find(self, name):
        return self.browser.find_element("id", name)

    def text(self, name):
        return self.find(name).get_attribute("textContent")

    def complaints(self):
        return self.browser.get_log("browser")

    def asked(self):
        """Addresses that the page has asked for, except its own."""
        events = [json.loads(entry["message"])["message"] for entry in self.browser.get_log("performance")]
        addresses = {event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"}
        return {address for address in addresses if not address.startswith(("data:", "blob:", "chrome:"))} - {self.address}

    def colours(self):
        """Number of colours in the picture of the viewer."""
        return self.script("""const c = talus.viewer.scene.canvas, d = document.createElement('canvas').getContext('2d');
            d.canvas.width = c.width; d.canvas.height = c.height; talus.viewer.scene.render(1); d.drawImage(c, 0, 0);
            return new Set(new Uint32Array(d.getImageData(0, 0, c.width, c.height).data.buffer)).size""")
