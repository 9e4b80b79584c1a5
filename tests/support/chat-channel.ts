import type { Page } from 'playwright/test';
import type { ChatMessage, ChatReplyEvent } from '#shared/contracts/chat.ts';

/** The chat's wire in the hands of a test: what the server says, and when. */
export interface ChatChannel {
  /** Writes text to the reply as it stands, once the page has asked for one: events, half events, anything. */
  write(text: string): Promise<void>;
  say(event: ChatReplyEvent): Promise<void>;
  /** Closes the reply, once the page has asked for one. */
  close(): Promise<void>;
  /** How many messages the page has sent. */
  sent(): Promise<number>;
}

/**
 * Takes the place of the server for `POST /api/chat`. Playwright's own routes answer in one piece; a reply
 * that is written while one watches needs a body that stays open.
 */
export async function holdChannel(page: Page): Promise<ChatChannel> {
  // Who is answered is somebody: a reader whom the server does not know is told that cookies are refused.
  await page.route('**/api/user/identifier', (route) => route.fulfill({ json: { identifier: 'ABCD-EFGH' } }));
  await page.addInitScript(() => {
    const real = window.fetch;
    const encoder = new TextEncoder();
    let sent = 0;
    let open: (controller: ReadableStreamDefaultController<Uint8Array>) => void;
    // What was sent before the page's scripts came is sent by them later: the test's words wait for it.
    let opened = new Promise<ReadableStreamDefaultController<Uint8Array>>((resolve) => (open = resolve));
    window.fetch = (input, init) => {
      if (input !== '/api/chat') return real(input, init);
      sent += 1;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          // A second message has its own reply; words for the first are over by then.
          opened = Promise.resolve(controller);
          open(controller);
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }));
    };
    Object.assign(window, {
      channel: {
        write: async (text: string) => (await opened).enqueue(encoder.encode(text)),
        close: async () => (await opened).close(),
        sent: () => sent,
      },
    });
  });
  const call = <T>(name: string, argument?: string) =>
    page.evaluate<T>(`channel.${name}(${argument === undefined ? '' : JSON.stringify(argument)})`);
  const write = (text: string) => call<void>('write', text);
  return {
    write,
    say: (event) => write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
    close: () => call('close'),
    sent: () => call('sent'),
  };
}

/** Answers `GET /api/chat/history` with whatever `read` returns at that moment. */
export async function answerHistory(page: Page, read: () => ChatMessage[]): Promise<void> {
  await page.route('**/api/chat/history', (route) => route.fulfill({ json: { messages: read() } }));
}

/** `count` messages, one a minute, the reader's and the protagonist's in turn. */
export function longHistory(count: number): ChatMessage[] {
  const start = Date.UTC(2003, 11, 21, 6);
  return Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content:
      index % 2 === 0 ? `Domanda ${index}` : `Risposta ${index}. ${'Il relè fa tac. '.repeat(index % 17)}`,
    timestamp: new Date(start + index * 60_000).toISOString(),
  }));
}
