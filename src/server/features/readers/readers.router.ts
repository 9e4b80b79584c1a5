import { submittedCode } from '#shared/contracts/codes.ts';
import {
  chooseLevel,
  deviceId,
  handOver,
  joinedReader,
  joinReader as joinReaderInput,
  progress,
  readerDevices,
} from '#shared/contracts/readers.ts';
import { redeemResult } from '#shared/contracts/unlock-codes.ts';
import { readerIdentifier } from '#shared/contracts/keeping.ts';
import { limitedProcedure, publicProcedure, router } from '#server/api/trpc.ts';
import { findHandOver, joinReader, listDevices, makeHandOver, markSeen, removeDevice } from './devices.ts';
import { findUnlockCode, readProgress, redeemCode, setLevel } from './readers.service.ts';

export const readersRouter = router({
  progress: publicProcedure.output(progress).query(async ({ ctx: { services, caller } }) => {
    // The chat asks for it when it is opened. A disk that takes no writes costs the day, not the answer.
    await markSeen(services, caller.seat).catch(() => undefined);
    return readProgress(services, caller.readerId);
  }),
  chooseLevel: limitedProcedure('chatTools')
    .input(chooseLevel)
    .output(progress)
    .mutation(({ ctx, input }) => setLevel(ctx.services, ctx.caller.readerId, input.maxSection)),
  /** What the reader tells the author who is to erase them. */
  identifier: publicProcedure
    .output(readerIdentifier)
    .query(({ ctx }) => ctx.services.keeping.identifier(ctx.caller.readerId)),
  /** Everything that is kept of the reader: the level and the devices too. */
  erase: limitedProcedure('chatTools').mutation(async ({ ctx: { caller, services } }) => {
    const { readerId } = caller;
    if (readerId === undefined) return;
    services.handOvers.drop(readerId);
    await services.chat.forget(readerId, 'all');
  }),
  redeem: limitedProcedure('redeem')
    .input(submittedCode)
    .output(redeemResult)
    .mutation(async ({ ctx, input }) => {
      const { caller, services } = ctx;
      // The point is back before the level is written: a class that redeems at once is not taken for somebody who guesses.
      const code = await caller.guess('redeem', () => findUnlockCode(services, input.code, caller.readerId));
      const readerId = caller.readerId ?? crypto.randomUUID();
      const result = await redeemCode(services, readerId, code);
      caller.rememberReader(readerId);
      return result;
    }),
  /** Which devices are this reader. */
  devices: limitedProcedure('chatTools')
    .output(readerDevices)
    .query(({ ctx: { services, caller } }) => ({
      devices: listDevices(services, caller.seat, caller.device),
    })),
  /** A code for one other device. */
  handOver: limitedProcedure('chatTools')
    .output(handOver)
    .mutation(({ ctx: { services, caller } }) => makeHandOver(services, caller.seat, caller.device)),
  /** Makes this browser the reader of another one. Guesses share the allowance of the book's codes. */
  join: limitedProcedure('redeem')
    .input(joinReaderInput)
    .output(joinedReader)
    .mutation(async ({ ctx: { services, caller }, input: { code, leaveOwn = false } }) => {
      await caller.guess('redeem', () => findHandOver(services, code));
      const { answer, seat } = await joinReader(services, code, caller, leaveOwn);
      if (seat) caller.takeSeat(seat);
      return answer;
    }),
  removeDevice: limitedProcedure('chatTools')
    .input(deviceId)
    .mutation(async ({ ctx: { services, caller }, input }) => {
      const { seat } = caller;
      await removeDevice(services, seat, input.id);
      if (seat?.deviceId === input.id) caller.leaveSeat(seat);
    }),
});
