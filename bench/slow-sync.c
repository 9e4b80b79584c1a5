/*
 * A preload library (LD_PRELOAD) that adds SLOW_SYNC_US microseconds to every fsync and fdatasync: the disk of a cheap
 * server, on any machine.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static void wait_for_the_disk(void) {
  const char *text = getenv("SLOW_SYNC_US");
  long microseconds = text ? atol(text) : 0;
  struct timespec pause = {microseconds / 1000000, microseconds % 1000000 * 1000};
  nanosleep(&pause, NULL);
}

int fsync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  int result = real(fd);
  wait_for_the_disk();
  return result;
}

int fdatasync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  int result = real(fd);
  wait_for_the_disk();
  return result;
}
