import { findLeak, secrets, sections } from './book.ts';
import { Facts, levelOf, Problem, type ReaderFacts, require } from './facts.ts';
import { type Answer, firstPassword, Installation, Person, type Question } from './installation.ts';
import { Trace } from './trace.ts';
import { beginWorld, type World } from './world/world.ts';

/** What a request came to: done, certainly not done, or nobody can know. */
export type Outcome = 'done' | 'refused' | 'perhaps';

const dayTokens = 9_000;

/** Days are those of the machine's own time zone. */
function dayOf(time: number): string {
  const date = new Date(time);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].join('-');
}

/** One life of the site: its world, the site in it, the people, and what they know. */
export class Life {
  readonly world: World;
  readonly trace: Trace;
  site: Installation;
  readonly facts = new Facts();
  readonly people = new Map<string, Person>();
  readonly hasBucket: boolean;
  /** Whether the disk gave an I/O error since the start: what was refused may be there after the next. */
  isDiskDoubtful = false;
  /** Moments at which what was paid may have been forgotten. */
  readonly crashes: number[] = [];
  /** How often the machine's clock was set to another day. */
  #otherDays = 0;
  runMs = 0;
  #texts = 0;

  constructor(seed: number, hasBucket: boolean) {
    this.world = beginWorld(seed);
    this.hasBucket = hasBucket;
    this.trace = new Trace(() => this.world.time.now);
    this.world.model.secrets = secrets;
    this.site = this.install();
    this.facts.passwords.add(firstPassword);
  }

  /** The program on the machine that there is now. @param settings besides those of every life */
  install(settings: Record<string, string> = {}): Installation {
    const { hasBucket } = this;
    return new Installation(this.world, this.trace, {
      GROQ_BASE_URL: 'http://model.test/v1',
      MODEL_DAY_TOKENS: String(dayTokens),
      KEEP_MONTHS: '1',
      KEEP_STRANGERS_DAYS: '2',
      KEEP_MESSAGES: '200',
      ...(hasBucket && { S3_BUCKET: 'simulato', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }),
      // A lost machine takes a key of its own with it, and with the key what every cookie opens.
      ...(hasBucket && { SESSION_SECRET: 'una chiave di prova, lunga abbastanza' }),
      ...settings,
    });
  }

  get now(): number {
    return this.world.time.now;
  }

  /** Whether the disk keeps what it is given: with a full one the author still gets in, until the next start. */
  get isSound(): boolean {
    return this.world.disk.trouble === 'none' && !this.isDiskDoubtful;
  }

  person(name: string): Person {
    const found = this.people.get(name) ?? new Person(name, this.newAddress());
    this.people.set(name, found);
    return found;
  }

  newAddress(): string {
    const { random } = this.world;
    return [10, random.below(256), random.below(256), 1 + random.below(254)].join('.');
  }

  /** Words that nobody has said before. */
  newText(): string {
    this.#texts += 1;
    return `Sono alla pagina ${10_000 + this.#texts} e fuori piove.`;
  }

  async begin(): Promise<void> {
    await this.start();
    const author = await this.author();
    for (const section of sections) {
      const answer = await this.ask(author, { method: 'POST', path: '/api/sections', body: section });
      require(answer?.status === 201, `a section was refused: ${answer?.text}`);
    }
  }

  /** Starts the site, which must succeed. */
  async start(): Promise<void> {
    const failure = await this.site.start();
    require(failure === undefined, `the site does not start: ${String(failure)}`);
    this.isDiskDoubtful = this.world.disk.trouble === 'failing';
    this.facts.resume(this.now);
  }

  /** A crash forgets which uses of sessions were not written down yet. */
  async crash(isPowerCut: boolean): Promise<void> {
    this.crashes.push(this.now);
    await this.site.crash(isPowerCut);
  }

  /** As `ask` of the site; checks what everybody's answers have in common. */
  async ask(person: Person, question: Question): Promise<Answer | undefined> {
    const before = this.ceilingOf(person);
    const answer = await this.site.ask(person, question);
    if (answer) this.check(person, question, answer, before);
    return answer;
  }

  /**
   * Several at once.
   *
   * @param moment ends the waiting: something that resolves, or so many answers
   * @returns their answers, `undefined` for those that had none when so much time was over, or `moment` was there
   */
  async askAll(
    asked: readonly { person: Person; question: Question }[],
    mostMs = 5 * 60_000,
    moment?: Promise<unknown> | number,
  ): Promise<(Answer | undefined)[]> {
    const answers: (Answer | undefined)[] = asked.map(() => undefined);
    let failure: unknown;
    let answered = 0;
    let tell: () => void = () => undefined;
    const isAnswered = new Promise<void>((resolve) => (tell = resolve));
    const all = asked.map(async ({ person, question }, index) => {
      const before = this.ceilingOf(person);
      const answer = await this.site.begin(person, question);
      answers[index] = answer;
      if ((answered += 1) === moment) tell();
      try {
        this.check(person, question, answer, before);
      } catch (error) {
        failure = error;
      }
    });
    const isOver = await this.world.time.until(
      Promise.race([Promise.all(all), isAnswered, ...(typeof moment === 'object' ? [moment] : [])]),
      mostMs,
    );
    if (failure) throw failure;
    require(isOver || mostMs < 5 * 60_000, 'some of many requests were never answered');
    return answers;
  }

  private ceilingOf({ name }: Person): number {
    const reader = this.facts.records.readers.get(name);
    return reader ? levelOf(reader) : 0;
  }

  private check(person: Person, { method = 'GET', path }: Question, answer: Answer, before: number): void {
    const what = `${method} ${path} (${answer.status})`;
    require(answer.status !== 500, `${what}: ${answer.text}`);
    if (person.name.startsWith('autore')) return;
    // What a code has just opened may be told in its own answer.
    const level = path === '/api/redeem-code' ? sections.length : Math.max(before, this.ceilingOf(person));
    const leak = findLeak(answer.text, level);
    require(leak === undefined, `${what} told ${person.name} of ${leak} at level ${level}`);
  }

  outcome(answer: Answer | undefined): Outcome {
    if (!answer) return 'perhaps';
    if (answer.status < 300) return 'done';
    return answer.status >= 500 && this.isDiskDoubtful ? 'perhaps' : 'refused';
  }

  /** Somebody who is certainly signed in as the author. */
  async author(): Promise<Person> {
    const person = this.person('autore');
    const session = await this.ask(person, { path: '/api/admin/session' });
    if ((session?.json as { authenticated?: boolean } | undefined)?.authenticated) {
      const noted = this.facts.sessions.get(person.name);
      if (noted) noted.lastUse = Math.max(noted.lastUse, this.now);
      return person;
    }
    for (const password of this.facts.passwords) {
      person.address = this.newAddress();
      const answer = await this.ask(person, { method: 'POST', path: '/api/admin/login', body: { password } });
      if (answer?.status !== 204) continue;
      this.facts.passwords = new Set([password]);
      this.facts.sessions.set(person.name, {
        since: this.now,
        lastUse: this.now,
        state: this.isSound ? 'open' : 'perhaps',
      });
      return person;
    }
    throw new Problem('the author’s password is refused');
  }

  reader(number: number): { person: Person; reader: ReaderFacts } {
    const name = `lettore-${number}`;
    return { person: this.person(name), reader: this.facts.reader(name) };
  }

  /** Lets so much time pass while the site runs. */
  async pass(milliseconds: number): Promise<void> {
    await this.world.time.pass(milliseconds);
    this.runMs += milliseconds;
    this.facts.lastRan = this.now;
  }

  /** Somebody sets the machine's clock, or it is corrected over the network: a timer waits as long as before. */
  setClock(milliseconds: number): void {
    const before = dayOf(this.now);
    this.world.time.jump(milliseconds);
    if (dayOf(this.now) !== before) this.#otherDays += 1;
    this.facts.clockSlackMs += Math.abs(milliseconds);
    this.facts.resume(this.now);
    this.trace.add('clock', `${milliseconds}`);
  }

  /** The machine is suspended: that much later all of it goes on where it was. */
  sleep(milliseconds: number): void {
    this.world.time.jump(milliseconds);
    this.facts.resume(this.now);
    this.trace.add('sleep', `${milliseconds}`);
  }

  /** The whole model's bill: never more than one reply over the cap in a day, each day that the clock was set to anew. */
  checkBill(): void {
    const days = new Map<string, { tokens: number; most: number }>();
    for (const { from, tokens } of this.world.model.paid) {
      const day = dayOf(from);
      const before = days.get(day) ?? { tokens: 0, most: 0 };
      days.set(day, { tokens: before.tokens + tokens, most: Math.max(before.most, tokens) });
    }
    for (const [day, { tokens, most }] of days) {
      const forgotten = this.crashes.filter((at) => dayOf(at) === day).length;
      const bound = dayTokens * (1 + this.#otherDays) + most * (1 + 16 * forgotten);
      require(tokens <= bound, `on ${day} ${tokens} tokens were paid, ${dayTokens} are allowed`);
    }
  }

  async end(): Promise<void> {
    await this.world.end();
  }
}
