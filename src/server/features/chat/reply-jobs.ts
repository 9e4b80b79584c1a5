import type { ChatReplyEvent, StoredChatMessage } from '#shared/contracts/chat.ts';
import { createEventLog, type EventLog } from './event-log.ts';

/** One question of a reader and its reply, from sending to the end. */
export interface ReplyJob {
  question: StoredChatMessage;
  events: EventLog<ChatReplyEvent>;
  stop: AbortController;
  /** The level the reply is written at; none while the question waits. */
  level?: number;
}

/** A queue of replies for each reader, worked off one at a time. */
export interface ReplyJobs {
  /** The reader's jobs, the one being answered first. */
  of(readerId: string): readonly ReplyJob[];
  /** Runs `task` once the reader's earlier jobs are over. A failure ends the job's events with it. */
  add(readerId: string, question: StoredChatMessage, task: (job: ReplyJob) => Promise<void>): ReplyJob;
  /** Jobs of all readers, queued ones included. */
  readonly active: number;
  /** Resolves when the reader's queue, or every queue, is empty. */
  settled(readerId?: string): Promise<void>;
}

export function createReplyJobs(asFailure: (error: unknown) => unknown): ReplyJobs {
  const queues = new Map<string, { jobs: ReplyJob[]; end: Promise<void> }>();

  return {
    of: (readerId) => queues.get(readerId)?.jobs ?? [],
    add(readerId, question, task) {
      const queue = queues.get(readerId) ?? { jobs: [], end: Promise.resolve() };
      const job: ReplyJob = {
        question,
        events: createEventLog<ChatReplyEvent>(),
        stop: new AbortController(),
      };
      queue.jobs.push(job);
      queues.set(readerId, queue);
      queue.end = queue.end.then(async () => {
        try {
          await task(job);
          job.events.end();
        } catch (error) {
          job.events.fail(asFailure(error));
        } finally {
          queue.jobs.splice(queue.jobs.indexOf(job), 1);
          if (queue.jobs.length === 0) queues.delete(readerId);
        }
      });
      return job;
    },
    get active() {
      return [...queues.values()].reduce((sum, { jobs }) => sum + jobs.length, 0);
    },
    async settled(readerId) {
      for (;;) {
        const settling = readerId === undefined ? [...queues.values()] : [queues.get(readerId)];
        const ends = settling.flatMap((queue) => queue?.end ?? []);
        if (ends.length === 0) return;
        await Promise.all(ends);
      }
    },
  };
}
