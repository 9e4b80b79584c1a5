import { runInNewContext } from 'node:vm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inPartsAttribute, knownReaderAttribute, knownReaderKey, takenUpEvent } from '#shared/boot.ts';
import { compileBootScript } from './boot-script.ts';

let code = '';
beforeAll(async () => {
  code = await compileBootScript(process.cwd());
});

type Listener = (event: Record<string, unknown>) => void;

interface Visit {
  hash: string;
  type: string;
  narrow: boolean;
}

function openPage(
  storage: Record<string, string> | 'forbidden' = {},
  { hash = '', type = 'navigate', narrow = false }: Partial<Visit> = {},
) {
  const listeners = new Map<string, Set<Listener>>();
  const listenersOf = (type: string) => listeners.get(type) ?? listeners.set(type, new Set()).get(type);
  const timers: { run: () => void; ms: number }[] = [];
  const attributes = new Map<string, string>();
  const scripts: { type?: string; src?: string }[] = [];
  const links = ['script', 'font', 'style'].map((kind) => ({
    rel: 'later',
    as: kind === 'font' ? kind : '',
    hasAttribute: (name: string) => name === 'disabled' && kind === 'style',
  }));
  const styles = [{ media: '(scripting: none)' }];
  const scroll = { top: 0 };
  interface Part {
    style: { contentVisibility?: string };
    getBoundingClientRect: () => { top: number; bottom: number };
  }
  /** 100 px high, 150 once it is laid out. */
  const heightOf = ({ style }: Part) => (style.contentVisibility ? 150 : 100);
  const parts = Array.from({ length: 3 }, (_, at): Part => ({
    style: {},
    getBoundingClientRect() {
      const top = parts.slice(0, at).reduce((sum, part) => sum + heightOf(part), -scroll.top);
      return { top, bottom: top + heightOf(this) };
    },
  }));
  const idle: (() => void)[] = [];
  const found = (selector: string) => {
    if (selector.startsWith('link')) return links;
    return selector.startsWith('style') ? styles : parts;
  };
  class HTMLFormElement {
    submitted = 0;
    form = this;
    requestSubmit = () => void (this.submitted += 1);
  }
  const page = {
    HTMLFormElement,
    document: {
      currentScript: { dataset: { entry: '/assets/index.js' } },
      readyState: 'loading',
      documentElement: {
        setAttribute: (name: string, value: string) => attributes.set(name, value),
        hasAttribute: (name: string) => attributes.has(name),
        removeAttribute: (name: string) => attributes.delete(name),
      },
      querySelectorAll: found,
      fonts: { ready: Promise.resolve() },
      createElement: () => ({}),
      head: { append: (script: { src?: string }) => scripts.push(script) },
    },
    localStorage: {
      getItem(key: string) {
        if (storage === 'forbidden') throw new Error('denied');
        return storage[key] ?? null;
      },
    },
    addEventListener: (type: string, listener: Listener) => listenersOf(type)?.add(listener),
    removeEventListener: (type: string, listener: Listener) => listenersOf(type)?.delete(listener),
    location: { hash },
    performance: { getEntriesByType: () => [{ type }] },
    scrollBy: ({ top }: { top: number }) => void (scroll.top += top),
    matchMedia: () => ({ matches: narrow }),
    requestIdleCallback: (run: () => void) => idle.push(run),
    requestAnimationFrame: (run: () => void) => run(),
    setTimeout: (run: () => void, ms = 0) => void timers.push({ run, ms }),
  };
  runInNewContext(code, { ...page, window: page });
  const dispatch = (type: string, event: Record<string, unknown> = {}) => {
    const outcome = { prevented: false };
    const prevent = { preventDefault: () => (outcome.prevented = true), stopImmediatePropagation() {} };
    for (const listener of [...(listenersOf(type) ?? [])]) listener({ type, ...prevent, ...event });
    return outcome;
  };
  return {
    attributes,
    scripts,
    links,
    styles,
    parts,
    scroll,
    idle,
    timers,
    dispatch,
    form: () => new HTMLFormElement(),
  };
}

type Page = ReturnType<typeof openPage>;
let page: Page;
beforeEach(() => (page = openPage()));

function createButton() {
  const button = { clicks: 0, click: () => void (button.clicks += 1), closest: () => button };
  return button;
}

const enterIn = (form: unknown, change: object = {}) => ({
  key: 'Enter',
  shiftKey: false,
  isComposing: false,
  target: { form, matches: (): boolean => true },
  ...change,
});

test('it is small, and cannot close its own element', () => {
  expect(code.length).toBeLessThan(3_000);
  expect(code).not.toMatch(/<\/script/i);
});

test('the application is asked for once, when the page has arrived and is painted', () => {
  expect(page.scripts).toEqual([]);
  expect(page.styles).toEqual([{ media: '(scripting: none)' }]);
  page.dispatch('load');
  for (const { run } of page.timers) run();
  expect(page.scripts).toMatchObject([{ type: 'module', src: '/assets/index.js' }]);
  expect(page.links.map(({ rel }) => rel)).toEqual(['modulepreload', 'preload', 'stylesheet']);
  expect(page.styles).toEqual([{ media: 'all' }]);
});

test('a page that is never painted waits a second at most', () => {
  expect(page.timers.map(({ ms }) => ms)).toEqual([1000]);
  page.timers[0]?.run();
  expect(page.scripts).toHaveLength(1);
});

test('a reader who has talked before is marked; where storage is forbidden nobody is, and the page starts', () => {
  expect(page.attributes.size).toBe(0);
  expect(openPage({ [knownReaderKey]: '1' }).attributes.has(knownReaderAttribute)).toBe(true);
  const forbidden = openPage('forbidden');
  expect(forbidden.attributes.size).toBe(0);
  expect(forbidden.timers).toHaveLength(1);
});

describe('on a phone', () => {
  const onPhone = (visit: Partial<Visit> = {}) => openPage({}, { narrow: true, ...visit });
  const drawn = ({ parts }: Page) => parts.map(({ style }) => style.contentVisibility);

  test('what is below the first screen is laid out when the page is taken up, a part in each idle moment', async () => {
    const phone = onPhone();
    expect(phone.attributes.has(inPartsAttribute)).toBe(true);
    phone.dispatch('click', { target: { closest: () => null } });
    expect(phone.idle).toEqual([]);
    phone.dispatch(takenUpEvent);
    await Promise.resolve();
    expect(drawn(phone)).toEqual([undefined, undefined, undefined]);
    phone.idle.shift()?.();
    expect(drawn(phone)).toEqual(['visible', undefined, undefined]);
    while (phone.idle.length > 0) phone.idle.shift()?.();
    expect(drawn(phone)).toEqual(['visible', 'visible', 'visible']);
    expect(phone.attributes.has(inPartsAttribute)).toBe(false);
  });

  test('who is in the middle of it by then stays where they are', async () => {
    const phone = onPhone();
    // 50 px into the third part.
    phone.scroll.top = 250;
    phone.dispatch(takenUpEvent);
    await Promise.resolve();
    while (phone.idle.length > 0) phone.idle.shift()?.();
    expect(phone.scroll.top).toBe(2 * 150 + 50);
    expect(phone.parts[2]?.getBoundingClientRect().top).toBe(-50);
  });

  test('a link followed meanwhile finds the whole page', () => {
    const phone = onPhone();
    phone.dispatch('click', { target: { closest: (selector: string) => selector === 'a' } });
    expect(phone.attributes.has(inPartsAttribute)).toBe(false);
  });

  test.each<[string, Partial<Visit>]>([
    ['an address with a place', { hash: '#lenz' }],
    ['a page loaded again', { type: 'reload' }],
    ['a way back', { type: 'back_forward' }],
    ['a wide window', { narrow: false }],
  ])('%s is laid out whole', (_what, visit) => {
    expect(onPhone(visit).attributes.has(inPartsAttribute)).toBe(false);
  });
});

test('the last button pressed early is clicked when the page is taken up, once', () => {
  const [first, last] = [createButton(), createButton()];
  expect(page.dispatch('click', { target: first }).prevented).toBe(true);
  page.dispatch('click', { target: last });
  page.dispatch(takenUpEvent);
  expect([first.clicks, last.clicks]).toEqual([0, 1]);
  expect(page.dispatch('click', { target: first }).prevented).toBe(false);
});

test('a press beside every button stays the browser’s own', () => {
  expect(page.dispatch('click', { target: { closest: () => null } }).prevented).toBe(false);
  page.dispatch(takenUpEvent);
});

test('a form sent early is submitted then, unless somebody went on writing in it', () => {
  const form = page.form();
  page.dispatch('keydown', enterIn(form));
  page.dispatch(takenUpEvent);
  expect(form.submitted).toBe(1);
  page = openPage();
  const rewritten = page.form();
  page.dispatch('submit', { target: rewritten });
  page.dispatch('input', { target: { form: rewritten } });
  page.dispatch(takenUpEvent);
  expect(rewritten.submitted).toBe(0);
});

test.each([
  ['another key', { key: 'a' }],
  ['a new line', { shiftKey: true }],
  ['the end of a composed character', { isComposing: true }],
  ['outside of a form', { target: { form: null, matches: (): boolean => true } }],
  ['on a button of the form', { target: { form: {}, matches: (): boolean => false } }],
])('%s sends nothing', (_what, change) => {
  const form = page.form();
  expect(page.dispatch('keydown', enterIn(form, change)).prevented).toBe(false);
  page.dispatch(takenUpEvent);
  expect(form.submitted).toBe(0);
});
