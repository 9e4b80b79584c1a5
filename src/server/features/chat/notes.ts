import type { ChatNotes } from '#shared/contracts/chat.ts';
import type { User } from '#shared/contracts/readers.ts';
import { AppError } from '#shared/errors.ts';
import type { Listener } from '#server/listener/listener.ts';
import type { KeptNote } from '#server/listener/texts.ts';
import type { Store } from '#server/storage/store/types.ts';
import type { Conversations } from './conversations.ts';

interface NotesOptions {
  store: Pick<Store, 'users' | 'mutate'>;
  conversations: Conversations;
  /** Finds the notes in what a reader wrote; without it there are none. */
  listener?: Pick<Listener, 'readNotes' | 'describeNote'>;
  /** Milliseconds since the epoch. */
  clock?: () => number;
}

/** Marks of erased notes kept for a reader. */
const mostErased = 500;

/** The reader's own notes, and the marks of those they had erased. */
export function createNotes({ store, conversations, listener, clock = Date.now }: NotesOptions) {
  function readNotes(readerId: string, erased: User['erasedNotes']): readonly KeptNote[] {
    const conversation = conversations.toldAt(readerId, conversations.levelOf(readerId));
    return listener?.readNotes(conversation, erased) ?? [];
  }

  return {
    /** What the protagonist keeps in mind of the reader at the level in force: read from the messages, stored nowhere. */
    notes(readerId: string | undefined): ChatNotes {
      if (!listener || readerId === undefined) return { notes: [] };
      const notes = readNotes(readerId, store.users.get(readerId)?.erasedNotes);
      return { notes: notes.map((note) => ({ id: note.id, ...listener.describeNote(note) })) };
    },
    /** Has one note forgotten until the reader says the same again. @throws AppError NOT_FOUND */
    async forgetNote(readerId: string | undefined, id: string): Promise<void> {
      const user = readerId === undefined ? undefined : store.users.get(readerId);
      if (!user) throw new AppError('NOT_FOUND');
      const { erasedNotes = [] } = user;
      const currentNotes = readNotes(user.id, erasedNotes);
      const note = currentNotes.find((each) => each.id === id);
      if (!note) throw new AppError('NOT_FOUND');
      const before = new Date(Math.max(clock(), conversations.latestTimeOf(user.id))).toISOString();
      const marks = new Map(erasedNotes.map((mark) => [mark.id, mark]));
      // An earlier note that had given way to this one («mi chiamo Anna», then «Giulia») must not come back in its place.
      const isShown = new Set(currentNotes.filter((each) => each !== note).map((each) => each.id));
      for (let next: KeptNote | undefined = note; next;) {
        marks.delete(next.id);
        marks.set(next.id, { id: next.id, before });
        next = readNotes(user.id, [...marks.values()]).find(
          (each) => each.slot === note.slot && !isShown.has(each.id),
        );
      }
      const record: User = { ...user, erasedNotes: [...marks.values()].slice(-mostErased) };
      await store.mutate([{ type: 'put', collection: 'users', record }]);
    },
  };
}
