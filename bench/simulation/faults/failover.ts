import type { Fault } from './fault.ts';

export const failoverFaults: readonly Fault[] = [
  {
    name: 'unfenced-answer',
    room: 'failover',
    file: 'src/server/storage/failover/fence.ts',
    from: '      await store.mutate(operations);\n      if (!lease.valid) throw fencedError();\n',
    to: '      await store.mutate(operations);\n',
    breaks: 'a machine that slept acknowledges what it had begun',
  },
  {
    name: 'timeless-lease',
    room: 'failover',
    file: 'src/server/storage/mirror/lease/lease.ts',
    from: '    return passed < durationMs * safePart;',
    to: '    return passed < durationMs * safePart * 100;',
    breaks: 'a machine that slept goes on writing',
  },
  {
    name: 'stale-machine',
    room: 'failover',
    file: 'src/server/storage/failover/standby.ts',
    from: 'const isOlder = !isOurs || own.sequence < rebuilt.origin.sequence;',
    to: 'const isOlder = own === undefined;',
    breaks: 'a machine that comes back goes on with its old database',
  },
  {
    name: 'impatient-heir',
    room: 'failover',
    file: 'src/server/storage/mirror/lease/lease.ts',
    from: '      if (this.#clocks.monotonic() - this.#seen.at < durationMs) return false;\n',
    to: '',
    breaks: 'the second machine does not wait until the first has stopped',
  },
];
