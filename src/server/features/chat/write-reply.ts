import { quotesWithin, type QuoteRange } from '#shared/quotes.ts';
import type { ChatEngine } from '#server/talk/reply.ts';
import type { Conversations } from './conversations.ts';
import type { ReplyJob } from './reply-queue.ts';

/**
 * Asks the engine for the reply to a job's question, stores it and writes its course to the job's events. Stopped half-way,
 * it stores what was said so far.
 *
 * @param waiting ids of the questions that are not answered yet: no part of the conversation
 * @throws ModelError, or AppError of the store
 */
export async function writeReply(
  { engine, conversations }: { engine: ChatEngine; conversations: Conversations },
  job: ReplyJob,
  waiting: ReadonlySet<string>,
): Promise<void> {
  const { events } = job;
  const { signal } = job.stop;
  const { readerId } = job.question;
  // The level of the moment: one reached or lowered while the message waited counts.
  const level = conversations.levelOf(readerId);
  job.level = level;
  if (!signal.aborted && level < job.question.level)
    job.question = await conversations.moveTo(job.question, level);
  const { question } = job;
  const steps = engine.reply(
    {
      level,
      readerId,
      ...conversations.openAt(level),
      history: conversations.newestOpen(readerId, level, waiting),
      question: question.content,
      told: conversations.toldBefore(question, level, waiting),
      erasedNotes: conversations.erasedNotesOf(readerId),
    },
    signal,
  );

  const replyId = () => conversations.freeReplyId(question);

  async function keepPartial(content: string): Promise<void> {
    if (!content) return events.push({ type: 'stopped', response: '', timestamp: question.timestamp });
    const partial = conversations.newMessage(readerId, 'assistant', content, level, replyId());
    const within = quotesWithin(quotes, content.length);
    const withQuotes = within.length > 0 && { quotes: within };
    await conversations.append({ ...partial, interrupted: true, ...withQuotes });
    events.push({ type: 'stopped', response: content, timestamp: partial.timestamp, ...withQuotes });
  }

  async function keepWhole(content: string, isEmbedded: boolean, pageLine?: string): Promise<void> {
    const extras = { ...(quotes && { quotes }), ...(pageLine && { pageLine }) };
    const reply = conversations.newMessage(readerId, 'assistant', content, level, replyId());
    await conversations.append({ ...reply, ...(isEmbedded && { embedded: true as const }), ...extras });
    // To its end: what it holds open towards the provider is closed there.
    await steps.return(undefined);
    events.push({ type: 'done', response: content, timestamp: reply.timestamp, ...extras });
  }

  const aborted = whenAborted(signal);
  let text = '';
  let quotes: QuoteRange[] | undefined;
  for (;;) {
    // Stopped while it waited for a slot: no model is asked.
    if (conversations.levelOf(readerId) < level) job.stop.abort();
    const next = signal.aborted ? 'aborted' : await Promise.race([steps.next(), aborted]);
    if (next === 'aborted') {
      // Not awaited: a model that hangs must not hold up the reader.
      void steps.return(undefined).catch(() => undefined);
      return keepPartial(text.trim());
    }
    if (next.done) return;
    // Lowered meanwhile: what was written above it is kept at its own level, and goes no further.
    if (conversations.levelOf(readerId) < level) continue;
    const step = next.value;
    quotes = step.type === 'reset' ? undefined : step.quotes;
    if (step.type === 'done') return keepWhole(step.text, step.embedded === true, step.pageLine);
    text = step.type === 'delta' ? text + step.text : '';
    events.push(step.type === 'delta' ? { type: 'delta', text: step.text } : step);
  }
}

function whenAborted(signal: AbortSignal): Promise<'aborted'> {
  if (signal.aborted) return Promise.resolve('aborted');
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });
}
