/*
 * Makes the n-th call fail that a process makes in one directory, and shifts its clock. FAULTS_STATE names a file of the layout below, which the trial
 * writes and every process with this library shares. Built by shim.ts.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <sys/uio.h>
#include <unistd.h>

enum { READ = 1, WRITE = 2, SYNC = 4, OPEN = 8, MAKE = 16, MAP = 32 };

struct state {
  unsigned kinds;   /* the kinds of calls that are counted; 0: none */
  unsigned error;   /* what the n-th call fails with; 0: it only counts, 0xffff: it kills the process */
  unsigned at;      /* n, from 1 */
  unsigned lasting; /* 1: every later call fails as well */
  unsigned count;   /* how many were made */
  unsigned failed;  /* how many of them failed */
  unsigned bursts;  /* 1: calls with one name that follow each other on one file are counted once, and the first of them fails;
                       so are reads and writes of two files by turns */
  unsigned last;    /* a hash of the name and the file of the last call */
  int shift;        /* seconds by which the clock is ahead of the machine's */
  char call[216];   /* what failed first */
  unsigned before;  /* a hash of the call before the last, if nothing but reading and writing came between */
};

static struct state *state;
static char under[4096];
static size_t under_length;

__attribute__((constructor)) static void attach(void) {
  const char *path = getenv("FAULTS_STATE"), *directory = getenv("FAULTS_UNDER");
  if (!path || !directory) return;
  int fd = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
  if (fd < 0) return;
  void *mapped = (void *)syscall(SYS_mmap, NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  syscall(SYS_close, fd);
  if (mapped == MAP_FAILED) return;
  under_length = strlen(directory);
  if (under_length >= sizeof under) return;
  memcpy(under, directory, under_length + 1);
  state = mapped;
}

static int is_under(const char *path) {
  return strncmp(path, under, under_length) == 0 && (path[under_length] == '/' || path[under_length] == 0);
}

static int fails_path(unsigned kind, const char *name, const char *path) {
  if (!state || !(state->kinds & kind) || !path || !is_under(path)) return 0;
  if (state->bursts) {
    unsigned hash = 5381;
    for (const char *at = name; *at; at++) hash = hash * 33 + *at;
    for (const char *at = path; *at; at++) hash = hash * 33 + *at;
    /* A checkpoint reads a page and writes it, a thousand times by turns: that is one burst of two files. */
    int transfers = (kind & (READ | WRITE)) != 0;
    unsigned last = __atomic_exchange_n(&state->last, hash, __ATOMIC_SEQ_CST);
    unsigned before = last == hash ? 0 : __atomic_exchange_n(&state->before, transfers ? last : 0, __ATOMIC_SEQ_CST);
    if ((last == hash || (transfers && before == hash)) && !(state->lasting && state->failed)) return 0;
  }
  unsigned count = __atomic_add_fetch(&state->count, 1, __ATOMIC_SEQ_CST);
  if (!state->error || (state->lasting ? count < state->at : count != state->at)) return 0;
  if (__atomic_add_fetch(&state->failed, 1, __ATOMIC_SEQ_CST) == 1)
    snprintf(state->call, sizeof state->call, "%s %s", name, path + under_length);
  if (state->error == 0xffff) kill(getpid(), SIGKILL);
  errno = state->error;
  return 1;
}

static int fails_fd(unsigned kind, const char *name, int fd) {
  if (!state || !(state->kinds & kind)) return 0;
  char link[40], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  int saved = errno;
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  errno = saved;
  if (length <= 0) return 0;
  path[length] = 0;
  return fails_path(kind, name, path);
}

static int fails_at(unsigned kind, const char *name, int directory, const char *path) {
  return path && path[0] == '/' ? fails_path(kind, name, path) : fails_fd(kind, name, directory);
}

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__); \
  if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

#define BY_FD(type, name, kind, parameters, arguments, ...) \
  type name parameters { \
    REAL(type, #name, __VA_ARGS__); \
    return fails_fd(kind, #name, fd) ? (type)-1 : real arguments; \
  }

#define BY_PATH(type, name, kind, failed, parameters, arguments, ...) \
  type name parameters { \
    REAL(type, #name, __VA_ARGS__); \
    return fails_path(kind, #name, path) ? failed : real arguments; \
  }

/* Whoever opens a file to write to it may make it, which a disk without room or writing refuses. */
static unsigned opening(int flags) { return (flags & O_ACCMODE) == O_RDONLY ? OPEN : OPEN | MAKE; }

#define OPENS(name) \
  int name(const char *path, int flags, ...) { \
    va_list list; va_start(list, flags); mode_t mode = va_arg(list, mode_t); va_end(list); \
    REAL(int, #name, const char *, int, ...); \
    return fails_path(opening(flags), #name, path) ? -1 : real(path, flags, mode); \
  }
OPENS(open)
OPENS(open64)
int openat64(int directory, const char *path, int flags, ...) {
  va_list list; va_start(list, flags); mode_t mode = va_arg(list, mode_t); va_end(list);
  REAL(int, "openat64", int, const char *, int, ...);
  return fails_at(opening(flags), "openat64", directory, path) ? -1 : real(directory, path, flags, mode);
}
BY_PATH(DIR *, opendir, OPEN, NULL, (const char *path), (path), const char *)
BY_FD(ssize_t, read, READ, (int fd, void *b, size_t n), (fd, b, n), int, void *, size_t)
BY_FD(ssize_t, readv, READ, (int fd, const struct iovec *v, int n), (fd, v, n), int, const struct iovec *, int)
BY_FD(ssize_t, pread64, READ, (int fd, void *b, size_t n, off64_t o), (fd, b, n, o), int, void *, size_t, off64_t)
BY_FD(ssize_t, write, WRITE, (int fd, const void *b, size_t n), (fd, b, n), int, const void *, size_t)
BY_FD(ssize_t, writev, WRITE, (int fd, const struct iovec *v, int n), (fd, v, n), int, const struct iovec *, int)
BY_FD(ssize_t, pwrite64, WRITE, (int fd, const void *b, size_t n, off64_t o), (fd, b, n, o), int, const void *, size_t, off64_t)
BY_FD(ssize_t, copy_file_range, WRITE, (int from, off64_t *fo, int fd, off64_t *to, size_t n, unsigned f), (from, fo, fd, to, n, f), int, off64_t *, int, off64_t *, size_t, unsigned)
BY_FD(ssize_t, sendfile64, WRITE, (int fd, int from, off64_t *o, size_t n), (fd, from, o, n), int, int, off64_t *, size_t)
BY_FD(int, ftruncate64, WRITE, (int fd, off64_t n), (fd, n), int, off64_t)
BY_FD(int, fsync, SYNC, (int fd), (fd), int)
BY_FD(int, fdatasync, SYNC, (int fd), (fd), int)
BY_PATH(int, rename, MAKE, -1, (const char *path, const char *to), (path, to), const char *, const char *)
BY_PATH(int, unlink, MAKE, -1, (const char *path), (path), const char *)
BY_PATH(int, mkdir, MAKE, -1, (const char *path, mode_t m), (path, m), const char *, mode_t)
int unlinkat(int directory, const char *path, int flags) {
  REAL(int, "unlinkat", int, const char *, int);
  return fails_at(MAKE, "unlinkat", directory, path) ? -1 : real(directory, path, flags);
}
int linkat(int from, const char *old, int directory, const char *path, int flags) {
  REAL(int, "linkat", int, const char *, int, const char *, int);
  return fails_at(MAKE, "linkat", directory, path) ? -1 : real(from, old, directory, path, flags);
}
int symlink(const char *target, const char *path) {
  REAL(int, "symlink", const char *, const char *);
  return fails_path(MAKE, "symlink", path) ? -1 : real(target, path);
}
void *mmap64(void *at, size_t n, int p, int f, int fd, off64_t o) {
  REAL(void *, "mmap64", void *, size_t, int, int, int, off64_t);
  return fd >= 0 && fails_fd(MAP, "mmap64", fd) ? MAP_FAILED : real(at, n, p, f, fd, o);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  REAL(int, "clock_gettime", clockid_t, struct timespec *);
  int result = real(clock, now);
  if (state && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += state->shift;
  return result;
}
int gettimeofday(struct timeval *now, void *zone) {
  REAL(int, "gettimeofday", struct timeval *, void *);
  int result = real(now, zone);
  if (state) now->tv_sec += state->shift;
  return result;
}
