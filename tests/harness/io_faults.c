// Loaded before libc (LD_PRELOAD), it makes input and output fail as disks do: the n-th call that writes to a file
// whose path contains a word. Without a number it only counts.
//
//   TALUS_FAULT_FILE   part of the path: out/checkpoint
//   TALUS_FAULT_KIND   ENOSPC or EIO: this call and all that follow fail; short: it writes half of what it was given,
//   and says so;
//                      fsync: the n-th fsync or fdatasync fails with EIO, writes do not; kill: the process kills itself
//                      before the n-th call of any kind: read, write, fsync, rename, link or remove
//   TALUS_FAULT_AT     n, from 1, counted in each process; 0: none
//   TALUS_FAULT_RANK   only in this rank; none: in all
//   TALUS_FAULT_COUNT  where each process adds a line at its end: rank, writes, fsyncs, calls of any kind

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { NONE, NO_SPACE, BAD_DISK, SHORT, SYNC, KILL };
static enum kind kind;
static const char *word, *rank;
static long at, writes, syncs, calls;

__attribute__((constructor)) static void read_environment(void) {
  const char *wanted = getenv("TALUS_FAULT_KIND"), *number = getenv("TALUS_FAULT_AT"),
             *only = getenv("TALUS_FAULT_RANK");
  word = getenv("TALUS_FAULT_FILE");
  rank = getenv("OMPI_COMM_WORLD_RANK");
  if (rank == NULL) rank = "0";
  at = number ? atol(number) : 0;
  if (at <= 0 || !wanted || (only && strcmp(only, rank) != 0)) return;
  kind = !strcmp(wanted, "ENOSPC")  ? NO_SPACE
         : !strcmp(wanted, "EIO")   ? BAD_DISK
         : !strcmp(wanted, "short") ? SHORT
         : !strcmp(wanted, "kill")  ? KILL
                                    : SYNC;
}

__attribute__((destructor)) static void tell(void) {
  const char* file = getenv("TALUS_FAULT_COUNT");
  FILE* out = file && calls > 0 ? fopen(file, "a") : NULL;
  if (!out) return;
  fprintf(out, "%s %ld %ld %ld\n", rank, writes, syncs, calls);
  fclose(out);
}

// Is it a file to look at? Then this is one of its calls.
static int watched_path(const char* path) {
  if (!word || !strstr(path, word)) return 0;
  if (++calls == at && kind == KILL) raise(SIGKILL);
  return 1;
}
static int watched(int fd) {
  const int before = errno;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  errno = before;
  if (length < 0) return 0;
  path[length] = 0;
  return watched_path(path);
}

// The fate of a write: it succeeds, fails (errno is set), or writes half.
enum fate { GOES_ON, FAILS, HALF };
static enum fate fate_of_write(int fd) {
  if (!watched(fd)) return GOES_ON;
  const long now = ++writes;
  if (kind == SHORT) return now == at ? HALF : GOES_ON;
  if ((kind != NO_SPACE && kind != BAD_DISK) || now < at) return GOES_ON;
  errno = kind == NO_SPACE ? ENOSPC : EIO;
  return FAILS;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define SINGLE(signature, call)               \
  ssize_t signature {                         \
    const enum fate fate = fate_of_write(fd); \
    if (fate == FAILS) return -1;             \
    if (fate == HALF && size > 1) size /= 2;  \
    return call;                              \
  }
SINGLE(write(int fd, const void* from, size_t size), REAL(write)(fd, from, size))
SINGLE(pwrite(int fd, const void* from, size_t size, off_t to), REAL(pwrite)(fd, from, size, to))
SINGLE(pwrite64(int fd, const void* from, size_t size, off64_t to), REAL(pwrite64)(fd, from, size, to))
SINGLE(sendfile(int fd, int from, off_t* place, size_t size), REAL(sendfile)(fd, from, place, size))
SINGLE(copy_file_range(int from, off64_t* place, int fd, off64_t* to, size_t size, unsigned flags),
       REAL(copy_file_range)(from, place, fd, to, size, flags))

// Half of a list: its first pieces, or half of the only one.
static ssize_t half_of_list(int fd, const struct iovec* list, int count, off_t to, int placed) {
  struct iovec first = list[0];
  if (count == 1 && first.iov_len > 1) first.iov_len /= 2;
  const struct iovec* half = count == 1 ? &first : list;
  const int pieces = count == 1 ? 1 : count / 2;
  return placed ? REAL(pwritev)(fd, half, pieces, to) : REAL(writev)(fd, half, pieces);
}
ssize_t writev(int fd, const struct iovec* list, int count) {
  const enum fate fate = fate_of_write(fd);
  return fate == FAILS ? -1 : fate == HALF ? half_of_list(fd, list, count, 0, 0) : REAL(writev)(fd, list, count);
}
ssize_t pwritev(int fd, const struct iovec* list, int count, off_t to) {
  const enum fate fate = fate_of_write(fd);
  return fate == FAILS ? -1 : fate == HALF ? half_of_list(fd, list, count, to, 1) : REAL(pwritev)(fd, list, count, to);
}
ssize_t pwritev64(int fd, const struct iovec* list, int count, off64_t to) {
  const enum fate fate = fate_of_write(fd);
  return fate == FAILS  ? -1
         : fate == HALF ? half_of_list(fd, list, count, to, 1)
                        : REAL(pwritev64)(fd, list, count, to);
}

static int sync_fails(int fd) {
  if (!watched(fd) || ++syncs != at || kind != SYNC) return 0;
  errno = EIO;
  return 1;
}
int fsync(int fd) { return sync_fails(fd) ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return sync_fails(fd) ? -1 : REAL(fdatasync)(fd); }

#define SEEN(signature, is_watched, call) \
  signature {                             \
    (void)is_watched;                     \
    return call;                          \
  }
SEEN(ssize_t read(int fd, void* to, size_t size), watched(fd), REAL(read)(fd, to, size))
SEEN(ssize_t pread(int fd, void* to, size_t size, off_t from), watched(fd), REAL(pread)(fd, to, size, from))
SEEN(ssize_t pread64(int fd, void* to, size_t size, off64_t from), watched(fd), REAL(pread64)(fd, to, size, from))
SEEN(ssize_t preadv(int fd, const struct iovec* list, int count, off_t from), watched(fd),
     REAL(preadv)(fd, list, count, from))
SEEN(int rename(const char* from, const char* to), watched_path(to), REAL(rename)(from, to))
SEEN(int link(const char* from, const char* to), watched_path(to), REAL(link)(from, to))
SEEN(int remove(const char* path), watched_path(path), REAL(remove)(path))
