import type { z } from 'zod';
import type { ProcedureName, RestRoute } from '#shared/rest.ts';
import type { CheckedOutput } from '../checked-output.ts';
import { appRouter } from '../router.ts';
import { routes } from './routes.ts';

const summaries: Record<ProcedureName, string> = {
  'health.get': 'How the site is doing, for a monitor.',
  'musicCodes.validate': 'Gives the track that a music code opens.',
  'gallery.list': "The images of the book's world, in ascending displayOrder.",
  'readers.progress': "The reader's unlock level; 0 for who has redeemed nothing.",
  'readers.redeem': "Redeems an unlock code and gives the reader's level, which it never lowers.",
  'chat.history': 'The conversation of this reader with the character, oldest message first.',
  'chat.send': "Sends a message and gives the character's whole reply.",
  'chat.stream': 'The same with `Accept: text/event-stream`: the reply arrives while it is written.',
  'sections.list': 'All sections of the book.',
  'sections.create': 'Adds a section.',
  'sections.update': 'Changes the fields that are sent.',
  'sections.delete': 'Deletes a section.',
  'unlockCodes.list': 'All unlock codes.',
  'unlockCodes.create': 'Adds an unlock code.',
  'unlockCodes.update': 'Changes the fields that are sent.',
  'unlockCodes.delete': 'Deletes a code; who has redeemed it keeps the level.',
  'musicCodes.list': 'All music codes.',
  'musicCodes.create': 'Adds a music code.',
  'musicCodes.update': 'Changes the fields that are sent.',
  'musicCodes.delete': 'Deletes a music code.',
  'gallery.create': 'Adds an image; without displayOrder it goes last.',
  'gallery.update': 'Changes the fields that are sent.',
  'gallery.delete': 'Takes an image out of the gallery.',
  'auth.login': 'Signs the administrator in: the cookie that the other calls of the administrator need.',
  'auth.logout': 'Ends every session of the administrator.',
  'auth.session': 'Whether the caller is signed in.',
  'reference.openApi': 'This description, as an OpenAPI 3.1 document.',
  'uploads.create': 'Stores a picture and gives its address on this site.',
  'backup.database': 'The whole database as one JSON file.',
  'backup.mirror': 'How the copy of everything in the bucket stands.',
  'backup.files': 'Everything uploaded, as one tar.gz archive.',
  'uploads.overview': 'How much is uploaded, and which files nothing on the site uses.',
  'uploads.delete': 'Deletes uploads that nothing uses, each with what was made of it.',
  'media.list': 'The recordings of the landing page, and what stands in for them.',
  'media.replace': 'Puts a file in the place of a recording of the landing page.',
  'media.reset': 'Gives a place back to the recording that came with the book.',
  'backup.status': 'How large a backup is, when the last was downloaded, and what can be undone.',
  'restore.check': 'Reads a downloaded database and says what restoring it would change.',
  'restore.addFiles': 'Adds the archive of the files to a restore that has been checked.',
  'restore.confirm': 'Does what the plan says; what it replaces can be put back.',
  'restore.discard': 'Gives up a restore that has been checked.',
  'restore.undo': 'Puts back what the last restore replaced.',
  'readers.chooseLevel':
    'Lowers the level on purpose for another reading, or climbs back to the highest redeemed.',
  'chat.forget': 'Deletes the whole conversation of this reader, and ends the reply under way.',
  'chat.transcript': 'The conversation of this reader as a text file.',
  'chat.recap': "The story up to the reader's level, told by the character.",
  'chat.suggestions': 'Two or three questions that the unlocked sections can answer.',
  'chat.notes': 'What the character keeps in mind of this reader, out of their own messages.',
  'chat.forgetNote': 'Has one of them forgotten, until the reader says the same again.',
  'chat.pending': 'The reply that is being written, from its beginning, as server-sent events.',
  'chat.stop': 'Ends the reply that is being written; what was said so far is kept.',
  'chat.retry': 'Answers the last message anew when it has no reply, or one that was stopped.',
  'chat.notice': 'What the character notices once new sections are open; null when nothing is new.',
  'memoryCards.list': 'What the character remembers of a section; `inizio` for before the first.',
  'memoryCards.create': 'Adds a memory card, behind the others of its section.',
  'memoryCards.update': 'Changes the fields that are sent.',
  'memoryCards.delete': 'Deletes a memory card.',
  'memoryCards.order': "Puts a section's cards in the order of the ids.",
  'memoryCards.import': "Adds the cards of a YAML file, or puts them in the place of the section's.",
  'memoryCards.questions': 'Questions readers are likely to ask of a section that no card answers yet.',
  'memoryCards.export': "A section's cards as a YAML file.",
  'memoryCards.writing': 'How far the language model is with the cards that were asked of it.',
  'memoryCards.cost': 'What it costs to have the cards of a section written, and of all that lack them.',
  'memoryCards.write': "Has the language model write a section's cards; the author's own stay.",
  'memoryCards.writeAll': 'Has it write the cards of every section that lacks them.',
  'memoryCards.stopWriting': 'Stops writing; what is written stays.',
  'memoryCards.retryWriting': 'Goes on after a failure.',
  'summaries.progress': "How far the shorter forms of the book's sections are.",
  'summaries.cancel': 'Stops making the shorter forms.',
  'summaries.retry': 'Makes those that failed or were cancelled.',
  'summaries.regenerate': 'Makes one shorter form of a section anew.',
  'rehearsal.ask': 'Answers as a reader of a level would be answered, with all that entered the prompt.',
  'spoilerCheck.progress': 'How far the check of the book is, and what it found.',
  'spoilerCheck.start': 'Begins to look for what is told too early anywhere on the site.',
  'spoilerCheck.cancel': 'Ends the check.',
  'health.model': 'Which language model answers, and what keeps it from answering.',
};

interface Description {
  summary: string;
  /** The contracts of the JSON that is sent and answered. */
  input?: z.ZodType;
  output?: z.ZodType;
}

/** Each call for the OpenAPI document and docs/api.md: its sentence, with the contracts its procedure was made with. */
export const descriptions = Object.fromEntries(
  Object.entries(summaries).map(([name, summary]) => [name, describeCall(name as ProcedureName, summary)]),
) as Record<ProcedureName, Description>;

/** What a procedure keeps of its contracts. Flat by name at run time, which tRPC's types do not say. */
type Procedures = Record<
  string,
  { _def: { inputs: z.ZodType[]; output?: z.ZodType | CheckedOutput<object> } }
>;

function describeCall(name: ProcedureName, summary: string): Description {
  const procedure = (appRouter._def.procedures as unknown as Procedures)[name];
  if (!procedure) throw new TypeError(`no procedure is called ${name}`);
  const { inputs, output } = procedure._def;
  return {
    summary,
    input: hasJsonBody(routes[name]) ? inputs[0] : undefined,
    output: output && 'contract' in output ? output.contract : output,
  };
}

function hasJsonBody({ method, kind }: RestRoute): boolean {
  return kind !== 'multipart' && (method === 'POST' || method === 'PATCH');
}
