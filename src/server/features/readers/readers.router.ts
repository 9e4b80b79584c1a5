import type { z } from 'zod';
import { submittedCode } from '#shared/contracts/codes.ts';
import * as contract from '#shared/contracts/readers.ts';
import { redeemResult } from '#shared/contracts/unlock-codes.ts';
import { readerIdentifier } from '#shared/contracts/keeping.ts';
import { limitedProcedure, publicProcedure, router } from '#server/api/trpc.ts';
import {
  findPairedReader,
  joinReader,
  listDevices,
  createPairingCode,
  markSeen,
  removeDevice,
  deviceSessionCookie,
  type DevicesServices,
} from './devices.ts';
import {
  findUnlockCode,
  readProgress,
  redeemCode,
  setLevel,
  type ReadersServices,
} from './readers.service.ts';

type Services = DevicesServices &
  ReadersServices & {
    chat: { forget(readerId: string, what: 'all'): Promise<void> };
    keeping: { identifier(readerId: string | undefined): z.infer<typeof readerIdentifier> };
  };

export const readersRouter = (services: Services) =>
  router({
    progress: publicProcedure({
      summary: "The reader's unlock level; 0 for who has redeemed nothing.",
      output: contract.progress,
    }).query(async ({ ctx: { caller } }) => {
      // The chat asks for it when it is opened. A disk that takes no writes costs the day, not the answer.
      await markSeen(services, caller.deviceSession).catch(() => undefined);
      return readProgress(services, caller.readerId);
    }),
    chooseLevel: limitedProcedure('chatTools')({
      summary: 'Lowers the level on purpose for another reading, or climbs back to the highest redeemed.',
      input: contract.chooseLevel,
      output: contract.progress,
    }).mutation(({ ctx, input }) => setLevel(services, ctx.caller.readerId, input.maxSection)),
    identifier: publicProcedure({
      summary:
        'What the reader tells the author who is to erase them; nothing where nothing is kept of them.',
      output: readerIdentifier,
    }).query(({ ctx }) => services.keeping.identifier(ctx.caller.readerId)),
    erase: limitedProcedure('chatTools')({
      summary: 'Erases everything that is kept of this reader: the conversation, the level, the devices.',
    }).mutation(async ({ ctx: { caller } }) => {
      const { readerId } = caller;
      if (readerId === undefined) return;
      services.pairingCodes.drop(readerId);
      await services.chat.forget(readerId, 'all');
    }),
    redeem: limitedProcedure('redeem')({
      summary: "Redeems an unlock code and gives the reader's level, which it never lowers.",
      input: submittedCode,
      output: redeemResult,
    }).mutation(async ({ ctx: { caller }, input }) => {
      // The point is back before the level is written: a class that redeems at once is not taken for somebody who guesses.
      const code = await caller.guess('redeem', () => findUnlockCode(services, input.code, caller.readerId));
      const readerId = caller.readerId ?? crypto.randomUUID();
      const result = await redeemCode(services, readerId, code);
      caller.rememberReader(readerId);
      return result;
    }),
    devices: limitedProcedure('chatTools')({
      summary: 'The devices that are this reader, with the days on which each was first and last seen.',
      output: contract.readerDevices,
    }).query(({ ctx: { caller } }) => ({
      devices: listDevices(services, caller.deviceSession, caller.device),
    })),
    handOver: limitedProcedure('chatTools')({
      summary: 'A one-time code, good for ten minutes, that makes one other device this reader.',
      output: contract.pairingCode,
    }).mutation(({ ctx: { caller } }) => createPairingCode(services, caller.deviceSession, caller.device)),
    /** Guesses share the allowance of the book's codes. */
    join: limitedProcedure('redeem')({
      summary:
        'Makes this browser a device of the reader who has the code; who has a conversation of their own is asked first.',
      input: contract.joinReader,
      output: contract.joinedReader,
    }).mutation(async ({ ctx: { caller }, input: { code, leaveOwn = false } }) => {
      await caller.guess('redeem', () => findPairedReader(services, code));
      const { answer, deviceSession } = await joinReader(services, code, caller, leaveOwn);
      if (deviceSession) caller.cookies.rememberReader(deviceSessionCookie(deviceSession));
      return answer;
    }),
    removeDevice: limitedProcedure('chatTools')({
      summary: 'Takes a device from the reader: it is who it was before.',
      input: contract.deviceId,
    }).mutation(async ({ ctx: { caller }, input }) => {
      const { deviceSession } = caller;
      await removeDevice(services, deviceSession, input.id);
      if (deviceSession?.deviceId !== input.id) return;
      if (deviceSession.previous === undefined) caller.cookies.forgetReader();
      else caller.cookies.rememberReader(deviceSession.previous);
    }),
  });
