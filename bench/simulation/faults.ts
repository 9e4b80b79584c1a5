import { failoverFaults } from './faults/failover.ts';
import { gateFaults } from './faults/gate.ts';
import { limitsFaults } from './faults/limits.ts';
import { mirrorFaults } from './faults/mirror.ts';
import { retentionFaults } from './faults/retention.ts';
import { signInFaults } from './faults/sign-in.ts';
import { socketFaults } from './faults/sockets.ts';
import { storeFaults } from './faults/store.ts';
import type { Fault } from './faults/fault.ts';

/** What the simulation must find, each within a minute. */
export const faults: readonly Fault[] = [
  ...storeFaults,
  ...mirrorFaults,
  ...limitsFaults,
  ...signInFaults,
  ...retentionFaults,
  ...gateFaults,
  ...failoverFaults,
  ...socketFaults,
];

export type { Fault };
