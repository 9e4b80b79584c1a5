/* What the site's code gets for `node:perf_hooks`: how late the machine is, is not simulated. */
export const monitorEventLoopDelay = () => ({
  count: 0,
  enable: () => true,
  disable: () => true,
  reset: () => undefined,
  percentile: () => 0,
});
