import type { ChatReplyEvent, StoredChatMessage } from '#shared/contracts/chat.ts';
import { replay, type Replay } from './event-log.ts';

/** One question of a reader and its reply, from sending to the end. */
export interface Job {
  question: StoredChatMessage;
  events: Replay<ChatReplyEvent>;
  stop: AbortController;
}

/** What is under way for each reader: one reply at a time, the others in line behind it. */
export interface ReaderWork {
  /** The reader's jobs, the one being answered first. */
  of(readerId: string): readonly Job[];
  /** Runs `task` once the reader's earlier jobs are over. A failure ends the job's events with it. */
  add(readerId: string, question: StoredChatMessage, task: (job: Job) => Promise<void>): Job;
  /** Jobs of all readers, those in line too. */
  readonly active: number;
  /** Resolves when nothing of the reader's, or of anybody's, is under way. */
  settled(readerId?: string): Promise<void>;
}

export function createReaderWork(asFailure: (error: unknown) => unknown): ReaderWork {
  const busy = new Map<string, { jobs: Job[]; end: Promise<void> }>();

  return {
    of: (readerId) => busy.get(readerId)?.jobs ?? [],
    add(readerId, question, task) {
      const work = busy.get(readerId) ?? { jobs: [], end: Promise.resolve() };
      const job = { question, events: replay<ChatReplyEvent>(), stop: new AbortController() };
      work.jobs.push(job);
      busy.set(readerId, work);
      work.end = work.end.then(async () => {
        try {
          await task(job);
          job.events.end();
        } catch (error) {
          job.events.fail(asFailure(error));
        } finally {
          work.jobs.splice(work.jobs.indexOf(job), 1);
          if (work.jobs.length === 0) busy.delete(readerId);
        }
      });
      return job;
    },
    get active() {
      return [...busy.values()].reduce((sum, { jobs }) => sum + jobs.length, 0);
    },
    async settled(readerId) {
      for (;;) {
        const works = readerId === undefined ? [...busy.values()] : [busy.get(readerId)];
        const ends = works.flatMap((work) => work?.end ?? []);
        if (ends.length === 0) return;
        await Promise.all(ends);
      }
    },
  };
}
