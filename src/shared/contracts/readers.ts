import { z } from 'zod';
import { submittedCode } from './codes.ts';
import { mostDevices } from './reader-limits.ts';
import { id, timestamp, wholeNumber } from './values.ts';

/** A note the reader had erased: messages up to `before` do not create it again. */
const erasedNote = z.object({ id: z.string().min(1).max(64), before: timestamp });

/** A browser of the reader («Firefox su Windows»), with the days (UTC) of its first and last visit. */
const device = z.object({
  id,
  name: z.string().min(1).max(100),
  firstSeen: z.iso.date(),
  lastSeen: z.iso.date(),
});

/**
 * A stored reader: the unlocked level, and a lower one chosen for rereading. `email`: only if the author's own tools
 * wrote one.
 */
export const user = z.object({
  id,
  maxSection: z.number().int().min(0),
  chosenSection: z.number().int().min(0).optional(),
  email: z.string().nullable(),
  /** Ids of redeemed codes: redeeming one again does not use it up. */
  redeemed: z.array(id).optional(),
  erasedNotes: z.array(erasedNote).optional(),
  /** Absent while the reader has one device. */
  devices: z.array(device).max(mostDevices).optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** `maxSection`: the level in force; `reached`: the unlocked level, only while a lower one is chosen. */
export const progress = z.object({
  maxSection: z.number().int().min(0),
  email: z.string().nullable(),
  reached: z.number().int().min(0).optional(),
});

export const chooseLevel = z.object({ maxSection: wholeNumber('Il livello', 0) });

/** The level that decides what a reader may know: the chosen one, capped at the unlocked one. */
export function levelInForce(reader: Pick<User, 'maxSection' | 'chosenSection'> | undefined): number {
  return Math.min(reader?.maxSection ?? 0, reader?.chosenSection ?? Infinity);
}

/** Empty for a caller without a reader. */
export const readerDevices = z.object({
  devices: z.array(device.extend({ isThis: z.boolean() })),
});

/** A code that joins one other device to this reader, once. */
export const pairingCode = z.object({ code: z.string(), expiresAt: timestamp });

/** `leaveOwn`: the reader confirmed leaving this browser's own conversation. */
export const joinReader = submittedCode.extend({ leaveOwn: z.boolean().optional() });

/** Not joined: this browser has a conversation and leaving it was not confirmed. The code stays valid. */
export const joinedReader = z.discriminatedUnion('joined', [
  z.object({ joined: z.literal(true) }),
  z.object({ joined: z.literal(false), messages: z.number().int(), maxSection: z.number().int() }),
]);

export const deviceId = z.object({ id });

export type Device = z.infer<typeof device>;
export type JoinedReader = z.infer<typeof joinedReader>;
export type User = z.infer<typeof user>;
export type Progress = z.infer<typeof progress>;
