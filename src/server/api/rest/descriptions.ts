import { z } from 'zod';
import { restorePlan, backupStatus } from '#shared/contracts/backup.ts';
import {
  chatHistory,
  chatNotes,
  chatNotice,
  chatReply,
  chatSuggestions,
  sendMessage,
} from '#shared/contracts/chat.ts';
import { submittedCode } from '#shared/contracts/codes.ts';
import { backupEntries, backupEntry, entryTaken, takeEntry } from '#shared/contracts/backup-entries.ts';
import { copyOfDay, dailyCopies } from '#shared/contracts/daily-copies.ts';
import { filesOverview, deleteFiles, deletedFiles, holdFiles } from '#shared/contracts/files.ts';
import {
  galleryImage,
  orderGalleryImages,
  shownGalleryImage,
  createGalleryImage,
  updateGalleryImage,
} from '#shared/contracts/gallery.ts';
import { health, modelHealth, publishedCodes, refusalCounts } from '#shared/contracts/health.ts';
import {
  foundReader,
  keeping,
  keepingNotice,
  namedReader,
  readerIdentifier,
  saveKeeping,
} from '#shared/contracts/keeping.ts';
import { mediaSlot } from '#shared/contracts/media.ts';
import {
  cardsCost,
  cardsWriting,
  createMemoryCard,
  importMemoryCards,
  likelyQuestion,
  listedCard,
  memoryCardsFile,
  orderMemoryCards,
  updateMemoryCard,
} from '#shared/contracts/memory-cards.ts';
import { mirrorStatus } from '#shared/contracts/mirror.ts';
import {
  listedModels,
  modelDraft,
  modelSettings,
  modelTrial,
  saveModelSettings,
} from '#shared/contracts/model-settings.ts';
import { numbers } from '#shared/contracts/numbers.ts';
import {
  progress,
  chooseLevel,
  handOver,
  joinedReader,
  joinReader,
  readerDevices,
} from '#shared/contracts/readers.ts';
import { rehearse, rehearsal } from '#shared/contracts/rehearsal.ts';
import { spoilerCheck } from '#shared/contracts/spoiler-check.ts';
import { summariesProgress, retrySummaries, regenerateSummary } from '#shared/contracts/summaries.ts';
import { redeemResult } from '#shared/contracts/unlock-codes.ts';
import { storedUpload } from '#shared/contracts/uploads.ts';
import { id } from '#shared/contracts/values.ts';
import type { ProcedureName } from '#shared/rest.ts';
import { accessDescriptions } from './access-descriptions.ts';
import { bookDescriptions } from './book-descriptions.ts';
import { codeDescriptions } from './code-descriptions.ts';
import { settingsDescriptions } from './settings-descriptions.ts';
import type { Description } from './description.ts';
import { savingDescriptions } from './saving-descriptions.ts';

const byId = z.object({ id });

/**
 * Each call for the OpenAPI document and docs/api.md. tRPC does not tell which contracts a procedure was made with, so they are
 * named here again: the compiler compares their types, tests/api/reference.test.ts what they refuse and let out.
 */
export const descriptions: { [P in ProcedureName]: Description<P> } = {
  'health.get': { summary: 'How the site is doing, for a monitor.', output: health },
  'gallery.list': {
    summary: "The images of the book's world, in ascending displayOrder.",
    output: z.array(shownGalleryImage),
  },
  'gallery.listAll': {
    summary: 'The same with drafts and images that are not yet due.',
    output: z.array(shownGalleryImage),
  },
  'readers.progress': {
    summary: "The reader's unlock level; 0 for who has redeemed nothing.",
    output: progress,
  },
  'readers.identifier': {
    summary: 'What the reader tells the author who is to erase them; nothing where nothing is kept of them.',
    output: readerIdentifier,
  },
  'readers.erase': {
    summary: 'Erases everything that is kept of this reader: the conversation, the level, the devices.',
  },
  'readers.devices': {
    summary: 'The devices that are this reader, with the days on which each was first and last seen.',
    output: readerDevices,
  },
  'readers.handOver': {
    summary: 'A one-time code, good for ten minutes, that makes one other device this reader.',
    output: handOver,
  },
  'readers.join': {
    summary:
      'Makes this browser a device of the reader who has the code; who has a conversation of their own is asked first.',
    input: joinReader,
    output: joinedReader,
  },
  'readers.removeDevice': {
    summary: 'Takes a device from the reader: it is who it was before.',
  },
  'readers.redeem': {
    summary: "Redeems an unlock code and gives the reader's level, which it never lowers.",
    input: submittedCode,
    output: redeemResult,
  },
  'chat.history': {
    summary:
      'The newest 200 messages of this reader and the character, oldest first; with `before`, those before that moment.',
    output: chatHistory,
  },
  'chat.send': {
    summary: "Sends a message and gives the character's whole reply.",
    input: sendMessage,
    output: chatReply,
  },
  'chat.stream': {
    summary: 'The same with `Accept: text/event-stream`: the reply arrives while it is written.',
    input: sendMessage,
  },
  ...savingDescriptions,
  'numbers.get': {
    summary: 'How the site is used, in numbers counted from what is stored anyway.',
    output: numbers,
  },
  'backup.copies': { summary: 'The copies of every day on the own disk.', output: dailyCopies },
  'restore.checkCopy': {
    summary: 'A plan from the copy of a day, as from two uploaded files.',
    input: copyOfDay,
    output: restorePlan,
  },
  'gallery.create': {
    summary: 'Adds an image; without displayOrder it goes last.',
    input: createGalleryImage,
    output: galleryImage,
  },
  'gallery.order': {
    summary:
      'Puts the images in the order of the ids, all at once; 409 when `from` is not their order any more.',
    input: orderGalleryImages,
    output: z.array(shownGalleryImage),
  },
  'gallery.update': {
    summary: 'Changes the fields that are sent.',
    input: updateGalleryImage,
    output: galleryImage,
  },
  'gallery.delete': { summary: 'Takes an image out of the gallery.' },
  'reference.openApi': { summary: 'This description, as an OpenAPI 3.1 document.' },
  'uploads.create': { summary: 'Stores a picture and gives its address on this site.', output: storedUpload },
  'backup.database': { summary: 'The whole database as one JSON file.' },
  'backup.mirror': { summary: 'How the copy of everything in the bucket stands.', output: mirrorStatus },
  'backup.files': { summary: 'Everything uploaded, as one tar.gz archive.' },
  'uploads.hold': {
    summary:
      'Says whether a draft in a browser speaks of uploads that belong to nothing yet: they are not swept away.',
    input: holdFiles,
  },
  'uploads.overview': {
    summary: 'How much is uploaded, and which files nothing on the site uses.',
    output: filesOverview,
  },
  'uploads.delete': {
    summary: 'Deletes uploads that nothing uses, each with what was made of it.',
    input: deleteFiles,
    output: deletedFiles,
  },
  'media.list': {
    summary: 'The recordings of the landing page, and what stands in for them.',
    output: z.array(mediaSlot),
  },
  'media.replace': {
    summary: 'Puts a file in the place of a recording of the landing page.',
    output: mediaSlot,
  },
  'media.reset': { summary: 'Gives a place back to the recording that came with the book.' },
  'backup.status': {
    summary: 'How large a backup is, when the last was downloaded, and what can be undone.',
    output: backupStatus,
  },
  'restore.check': {
    summary: 'Reads a downloaded database and says what restoring it would change.',
    output: restorePlan,
  },
  'restore.addFiles': {
    summary: 'Adds the archive of the files to a restore that has been checked.',
    output: restorePlan,
  },
  'restore.entries': {
    summary:
      'What the backup of a plan and the site have of sections, codes, pictures and memories, where they differ.',
    output: backupEntries,
  },
  'restore.entry': { summary: 'One thing of it, side by side with what is there now.', output: backupEntry },
  'restore.takeEntry': {
    summary: 'Puts that one thing back as it is in the backup, and nothing else.',
    input: takeEntry,
    output: entryTaken,
  },
  'restore.confirm': {
    summary: 'Does what the plan says; what it replaces can be put back.',
    input: byId,
    output: backupStatus,
  },
  'restore.discard': { summary: 'Gives up a restore that has been checked.' },
  'restore.undo': { summary: 'Puts back what the last restore replaced.', output: backupStatus },
  'readers.chooseLevel': {
    summary: 'Lowers the level on purpose for another reading, or climbs back to the highest redeemed.',
    input: chooseLevel,
    output: progress,
  },
  'chat.forget': { summary: 'Deletes the whole conversation of this reader, and ends the reply under way.' },
  'chat.transcript': { summary: 'The conversation of this reader as a text file.' },
  'chat.recap': { summary: "The story up to the reader's level, told by the character.", output: chatReply },
  'chat.suggestions': {
    summary: 'Two or three questions that the unlocked sections can answer.',
    output: chatSuggestions,
  },
  'chat.notes': {
    summary: 'What the character keeps in mind of this reader, out of their own messages.',
    output: chatNotes,
  },
  'chat.forgetNote': {
    summary: 'Has one of them forgotten, until the reader says the same again.',
  },
  'chat.pending': { summary: 'The reply that is being written, from its beginning, as server-sent events.' },
  'chat.stop': { summary: 'Ends the reply that is being written; what was said so far is kept.' },
  'chat.retry': { summary: 'Answers the last message anew when it has no reply, or one that was stopped.' },
  'chat.notice': {
    summary: 'What the character notices once new sections are open; null when nothing is new.',
    output: chatNotice,
  },
  'memoryCards.list': {
    summary: 'What the character remembers of a section; `inizio` for before the first.',
    output: z.array(listedCard),
  },
  'memoryCards.create': {
    summary: 'Adds a memory card, behind the others of its section.',
    input: createMemoryCard,
    output: listedCard,
  },
  'memoryCards.update': {
    summary: 'Changes the fields that are sent.',
    input: updateMemoryCard,
    output: listedCard,
  },
  'memoryCards.delete': { summary: 'Deletes a memory card.' },
  'memoryCards.order': {
    summary: "Puts a section's cards in the order of the ids; 409 when `from` is not their order any more.",
    input: orderMemoryCards,
    output: z.array(listedCard),
  },
  'memoryCards.import': {
    summary: "Adds the cards of a YAML file, or puts them in the place of the section's.",
    input: importMemoryCards,
    output: z.array(listedCard),
  },
  'memoryCards.questions': {
    summary: 'Questions readers are likely to ask of a section that no card answers yet.',
    output: z.array(likelyQuestion),
  },
  'memoryCards.export': { summary: "A section's cards as a YAML file.", output: memoryCardsFile },
  'memoryCards.writing': {
    summary: 'How far the language model is with the cards that were asked of it.',
    output: cardsWriting,
  },
  'memoryCards.cost': {
    summary: 'What it costs to have the cards of a section written, and of all that lack them.',
    output: cardsCost,
  },
  'memoryCards.write': {
    summary: "Has the language model write a section's cards; the author's own stay.",
    input: byId,
    output: cardsWriting,
  },
  'memoryCards.writeAll': {
    summary: 'Has it write the cards of every section that lacks them.',
    output: cardsWriting,
  },
  'memoryCards.stopWriting': { summary: 'Stops writing; what is written stays.', output: cardsWriting },
  'memoryCards.retryWriting': { summary: 'Goes on after a failure.', output: cardsWriting },
  'summaries.progress': {
    summary: "How far the shorter forms of the book's sections are.",
    output: summariesProgress,
  },
  'summaries.cancel': { summary: 'Stops making the shorter forms.', output: summariesProgress },
  'summaries.retry': {
    summary: 'Makes those that failed or were cancelled.',
    input: retrySummaries,
    output: summariesProgress,
  },
  'summaries.regenerate': {
    summary: 'Makes one shorter form of a section anew.',
    input: regenerateSummary,
    output: summariesProgress,
  },
  'rehearsal.ask': {
    summary: 'Answers as a reader of a level would be answered, with all that entered the prompt.',
    input: rehearse,
    output: rehearsal,
  },
  'spoilerCheck.progress': {
    summary: 'How far the check of the book is, and what it found.',
    output: spoilerCheck,
  },
  'spoilerCheck.start': {
    summary: 'Begins to look for what is told too early anywhere on the site.',
    output: spoilerCheck,
  },
  'spoilerCheck.cancel': { summary: 'Ends the check.', output: spoilerCheck },
  'health.publishedCodes': {
    summary: 'The codes of this site that stand in the program, where everybody can read them.',
    output: publishedCodes,
  },
  'health.refusals': {
    summary: 'What was refused since the start and would show that somebody tries codes or passwords.',
    output: refusalCounts,
  },
  'health.model': {
    summary: 'Which language model answers, and what keeps it from answering.',
    output: modelHealth,
  },
  'keeping.notice': {
    summary: 'Who keeps the conversations, why and for how long: for the privacy notice.',
    output: keepingNotice,
  },
  'keeping.get': {
    summary: 'How long conversations are kept, how many messages, and the room that is left.',
    output: keeping,
  },
  'keeping.save': {
    summary: 'Changes how long conversations are kept, and what the privacy notice says; in force at once.',
    input: saveKeeping,
    output: keeping,
  },
  'keeping.findReader': {
    summary: 'How much is kept of the reader with this identifier.',
    input: namedReader,
    output: foundReader,
  },
  'keeping.eraseReader': {
    summary: 'Erases the reader with this identifier, for good.',
    input: namedReader,
  },
  'modelSettings.get': {
    summary: 'Where the language model is, without its key, and what it did and cost today.',
    output: modelSettings,
  },
  'modelSettings.save': {
    summary: 'Changes where the language model is, and what it may cost; in force at once.',
    input: saveModelSettings,
    output: modelSettings,
  },
  'modelSettings.models': {
    summary: 'The models that a server lists, before it is saved.',
    input: modelDraft,
    output: listedModels,
  },
  'modelSettings.try': {
    summary: 'One real call to a model, before it is saved.',
    input: modelDraft,
    output: modelTrial,
  },
  ...accessDescriptions,
  ...bookDescriptions,
  ...codeDescriptions,
  ...settingsDescriptions,
};
