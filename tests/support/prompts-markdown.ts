import { builtInBook } from '#content/built-in-book.ts';
import { listenerTexts } from '#content/talk/listener.ts';
import type { StoredChatMessage } from '#shared/contracts/chat.ts';
import { unlockedCards, unlockedMessages, unlockedSections } from '#shared/gate.ts';
import { createListener } from '#server/listener/listener.ts';
import { createPersona } from '#server/main/assemble/persona.ts';
import { promptMessages } from '#server/model/messages.ts';
import { buildRequest, promptTokens } from '#server/talk/prompt.ts';
import { siteModel } from './offline.ts';
import { demoCards, demoSections } from './sections.ts';

/** What is planned on Groq's free plan. */
const budget = { tokens: 5_000, answer: 500 } as const;

interface Turn {
  title: string;
  question: string;
  /** The reader's level at their last message: what was opened since is noticed. */
  before?: number;
}

const shown: readonly (readonly [level: number, turns: readonly Turn[]])[] = [
  [
    3,
    [
      { title: 'Una domanda sulla storia', question: 'Come hai riacceso l’orso?' },
      { title: 'Due parole sulla propria vita', question: 'oggi in reparto è stata dura, sono stanca' },
      { title: 'Qualcosa che non sa', question: 'E chi è Ilse-4?' },
    ],
  ],
  [8, [{ title: 'Una domanda, appena letto', question: 'Chi rubava le celle al campo solare?', before: 6 }]],
  [
    12,
    [
      { title: 'Una domanda alla fine del libro', question: 'Che messaggio hai mandato alla radio?' },
      { title: 'Che cosa viene dopo', question: 'e adesso che succede?' },
    ],
  ],
];

interface Built {
  title: string;
  question: string;
  tokens: number;
  /** How many of its messages all readers of the level share. */
  prefix: number;
  messages: ReturnType<typeof promptMessages>;
}

const at = (minute: number) => new Date(Date.UTC(2004, 0, 20, 21, minute)).toISOString();

/** The prompts of three levels of the demonstration book, word for word, as the page docs/prompts.md. */
export async function promptsMarkdown(): Promise<string> {
  const model = siteModel();
  const persona = createPersona(
    builtInBook.character,
    true,
    createListener(listenerTexts, () => false),
  );
  const pages: string[] = [];
  for (const [level, turns] of shown) {
    const sections = unlockedSections(demoSections(), level);
    const cards = unlockedCards(demoCards(), sections, level);
    const built: Built[] = [];
    for (const { title, question, before = level } of turns) {
      const message = (role: 'user' | 'assistant', content: string, minute: number): StoredChatMessage => ({
        id: `m${minute}`,
        readerId: 'giulia',
        role,
        content,
        level: before,
        timestamp: at(minute),
      });
      const said = [
        message('user', 'Ciao, sono Giulia. Faccio l’infermiera, di notte leggo te.', 1),
        message('assistant', 'Ciao Giulia. Allora il turno lo facciamo in due. Che rumore fa il tuo?', 2),
      ];
      const told = [...said, message('user', question, 3)];
      const history = unlockedMessages(said, level);
      const input = { level, sections, cards, history, question, told };
      const found = await model.find(input);
      const { request } = buildRequest(persona, { ...input, found }, budget.tokens, budget.answer);
      built.push({
        title,
        question,
        tokens: promptTokens(request),
        prefix: 1 + (request.examples?.length ?? 0),
        messages: promptMessages(request),
      });
    }
    const [system] = built[0]?.messages ?? [];
    const page = [
      `## Livello ${level}`,
      `Il sistema, uguale per tutti i lettori del livello:`,
      block(system?.content ?? ''),
      `Poi gli esempi, uguali anche loro:`,
      ...(built[0]?.messages.slice(1, built[0].prefix) ?? []).map(({ role, content }) =>
        block(`[${role}]\n${content}`),
      ),
      ...built.flatMap(({ title, question, tokens, prefix, messages }) => [
        `### ${title}, livello ${level}`,
        `«${question}» (circa ${tokens} token con il sistema e gli esempi). Prima, la conversazione; poi l’ultimo messaggio:`,
        ...messages.slice(prefix).map(({ role, content }) => block(`[${role}]\n${content}`)),
      ]),
    ];
    pages.push(page.join('\n\n'));
  }
  return [
    '# Prompts',
    'Made by `npm run docs:prompts` from the demonstration book: what a model of 8,000 tokens a minute is sent, word for word, at three levels; why it is so stands in [decision 028](decisions/028-the-prompt.md).',
    ...pages,
    '',
  ].join('\n\n');
}

const block = (text: string) => `\`\`\`text\n${text}\n\`\`\``;
