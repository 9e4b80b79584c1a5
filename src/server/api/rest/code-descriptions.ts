import { z } from 'zod';
import { deleteCodes, deletedCodes, importedCodes, submittedCode } from '#shared/contracts/codes.ts';
import {
  musicCode,
  createMusicCode,
  createMusicCodes,
  createdMusicCodes,
  importMusicCodes,
  updateMusicCode,
  unlockedTrack,
} from '#shared/contracts/music-codes.ts';
import {
  unlockCode,
  createUnlockCode,
  createUnlockCodes,
  createdUnlockCodes,
  importUnlockCodes,
  updateUnlockCode,
} from '#shared/contracts/unlock-codes.ts';
import type { DescriptionsOf } from './description.ts';

/** The calls of the codes that open the story and of those that open a track. */
export const codeDescriptions: DescriptionsOf<'unlockCodes' | 'musicCodes'> = {
  'musicCodes.validate': {
    summary: 'Gives the track that a music code opens.',
    input: submittedCode,
    output: unlockedTrack,
  },
  'unlockCodes.list': { summary: 'All unlock codes.', output: z.array(unlockCode) },
  'unlockCodes.create': { summary: 'Adds an unlock code.', input: createUnlockCode, output: unlockCode },
  'unlockCodes.update': {
    summary: 'Changes the fields that are sent.',
    input: updateUnlockCode,
    output: unlockCode,
  },
  'unlockCodes.delete': { summary: 'Deletes a code; who has redeemed it keeps the level.' },
  'unlockCodes.createMany': {
    summary: 'Makes up to 10,000 random codes alike; `{n}` in the label becomes the number of each.',
    input: createUnlockCodes,
    output: createdUnlockCodes,
  },
  'unlockCodes.import': {
    summary: 'Adds the codes of a list and changes those that exist, all or none.',
    input: importUnlockCodes,
    output: importedCodes,
  },
  'unlockCodes.deleteMany': {
    summary: 'Deletes many codes at once.',
    input: deleteCodes,
    output: deletedCodes,
  },
  'musicCodes.list': { summary: 'All music codes.', output: z.array(musicCode) },
  'musicCodes.create': { summary: 'Adds a music code.', input: createMusicCode, output: musicCode },
  'musicCodes.update': {
    summary: 'Changes the fields that are sent.',
    input: updateMusicCode,
    output: musicCode,
  },
  'musicCodes.delete': { summary: 'Deletes a music code.' },
  'musicCodes.createMany': {
    summary: 'Makes up to 10,000 random codes for one track.',
    input: createMusicCodes,
    output: createdMusicCodes,
  },
  'musicCodes.import': {
    summary: 'Adds the codes of a list and changes those that exist, all or none.',
    input: importMusicCodes,
    output: importedCodes,
  },
  'musicCodes.deleteMany': {
    summary: 'Deletes many codes at once.',
    input: deleteCodes,
    output: deletedCodes,
  },
};
