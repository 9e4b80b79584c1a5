import { z } from 'zod';
import { submittedCode } from './codes.ts';
import { mostDevices } from './reader-limits.ts';
import { id, timestamp, wholeNumber } from './values.ts';

/** A note that the reader had erased: what their messages told up to `before` is not noted again. */
const erasedNote = z.object({ id: z.string().min(1).max(64), before: timestamp });

/** A browser that is this reader, in words («Firefox su Windows»), and the days (UTC) on which it was first and last seen. */
const device = z.object({
  id,
  name: z.string().min(1).max(100),
  firstSeen: z.iso.date(),
  lastSeen: z.iso.date(),
});

/**
 * A reader as stored: the level its codes opened, and a lower one when the reader chose it to read again. `email` only if
 * the author's own tools wrote one.
 */
export const user = z.object({
  id,
  maxSection: z.number().int().min(0),
  chosenSection: z.number().int().min(0).optional(),
  email: z.string().nullable(),
  /** The codes that this reader has redeemed, by id: redeeming one again costs it nothing. */
  redeemed: z.array(id).optional(),
  erasedNotes: z.array(erasedNote).optional(),
  /** Absent as long as the reader has one device only: whoever has the first cookie. */
  devices: z.array(device).max(mostDevices).optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** `maxSection` is the level in force; `reached` is there only while the reader keeps it below what the codes opened. */
export const progress = z.object({
  maxSection: z.number().int().min(0),
  email: z.string().nullable(),
  reached: z.number().int().min(0).optional(),
});

export const chooseLevel = z.object({ maxSection: wholeNumber('Il livello', 0) });

/** The level that decides what a reader may know: the chosen one, never above what the codes opened. */
export function levelInForce(reader: Pick<User, 'maxSection' | 'chosenSection'> | undefined): number {
  return Math.min(reader?.maxSection ?? 0, reader?.chosenSection ?? Infinity);
}

/** The devices that are the caller's reader; none for who is no reader yet. */
export const readerDevices = z.object({
  devices: z.array(device.extend({ isThis: z.boolean() })),
});

/** A code that makes one other device the same reader, once. */
export const handOver = z.object({ code: z.string(), expiresAt: timestamp });

/** `leaveOwn`: the caller knows that this browser leaves its own conversation for the other one. */
export const joinReader = submittedCode.extend({ leaveOwn: z.boolean().optional() });

/** Not joined: this browser has a conversation of its own, and nobody said that it may be left. The code is still good. */
export const joinedReader = z.discriminatedUnion('joined', [
  z.object({ joined: z.literal(true) }),
  z.object({ joined: z.literal(false), messages: z.number().int(), maxSection: z.number().int() }),
]);

export const deviceId = z.object({ id });

export type Device = z.infer<typeof device>;
export type JoinedReader = z.infer<typeof joinedReader>;
export type User = z.infer<typeof user>;
export type Progress = z.infer<typeof progress>;
