import type { Visitor } from './visitor.ts';

/** A section or an unlock code as the site answers it. */
export interface Entity {
  id: string;
  [field: string]: unknown;
}

/** What was asked and not answered: the site may have done it or not, but not half. */
type Pending =
  | { type: 'create'; fields: Record<string, unknown> }
  | { type: 'update'; fields: Record<string, unknown> }
  | { type: 'delete' };

/** One number or code, and what the site last promised of it. */
export interface Entry {
  kind: EntityKind;
  key: string;
  promised: Entity | undefined;
  pending: Pending | undefined;
}

export type EntityKind = 'sections' | 'unlock-codes';
export const entityKinds: readonly EntityKind[] = ['sections', 'unlock-codes'];

export function keyOf(kind: EntityKind, entity: Record<string, unknown>): string {
  return String(kind === 'sections' ? entity.sectionNumber : entity.code);
}

/** A reader, and what the site promised to remember of them. */
export interface Reader {
  visitor: Visitor;
  level: number;
  /** The level of a code whose redeeming was not answered; else `level`. */
  pendingLevel: number;
  /** What was said, question and reply by turns. */
  said: string[];
  /** A question that was not answered. */
  pending: string | undefined;
}

interface Upload {
  url: string;
  bytes: Uint8Array;
}

/** Everything that the site acknowledged, and what it was asked when it went away. */
export class Ledger {
  acknowledged = 0;
  refused = 0;
  /** Answers that no reader or author should ever get. */
  readonly unexpected: string[] = [];
  readonly entries = new Map<string, Entry>();
  /** The readers since the last check: those before were found whole, and are only counted. */
  readers: Reader[] = [];
  uploads: Upload[] = [];
  /** Who redeemed a code and was answered when the power was already going: no promise, but worth a look. */
  late: { visitor: Visitor; level: number }[] = [];
  /** Redeems that were not answered: each may have made a reader or not. */
  lostRedeems = 0;
  /** From earlier checks: how many readers there are, and every message. */
  knownReaders = 0;
  readonly knownMessages: string[] = [];

  entry(kind: EntityKind, key: string): Entry {
    const name = `${kind} ${key}`;
    const found = this.entries.get(name) ?? { kind, key, promised: undefined, pending: undefined };
    this.entries.set(name, found);
    return found;
  }
}

/** What readers change of a code while they redeem it. */
const counted = ['usedCount', 'lastUsedAt'];

const uses = ({ usedCount }: Record<string, unknown>) => Number(usedCount ?? 0);

function same(entity: Entity, promised: Entity, except?: string): boolean {
  const keys = [...new Set([...Object.keys(entity), ...Object.keys(promised)])];
  const own = keys.filter((key) => key !== except && !counted.includes(key));
  return own.every((key) => entity[key] === promised[key]) && uses(entity) >= uses(promised);
}

function holds(entity: Entity, fields: Record<string, unknown>): boolean {
  return Object.keys(fields).every((key) => entity[key] === fields[key]);
}

/** What is wrong with what was found under a number or a code; what is right becomes what is promised from now on. */
export function settle(entry: Entry, found: readonly Entity[]): string | undefined {
  const { promised, pending } = entry;
  const [entity] = found;
  if (found.length > 1) return `${entry.kind} ${entry.key} is there ${found.length} times`;
  const right =
    (promised === undefined ? entity === undefined : entity !== undefined && same(entity, promised)) ||
    (pending?.type === 'create' && entity !== undefined && holds(entity, pending.fields)) ||
    (pending?.type === 'delete' && entity === undefined) ||
    (pending?.type === 'update' &&
      entity !== undefined &&
      promised !== undefined &&
      same(entity, { ...promised, ...pending.fields }, 'updatedAt'));
  if (!right)
    return `${entry.kind} ${entry.key} is ${entity ? JSON.stringify(entity).slice(0, 120) : 'not there'}`;
  entry.promised = entity;
  entry.pending = undefined;
  return undefined;
}
