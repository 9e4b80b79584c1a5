import { knownReaderAttribute, knownReaderKey } from './known-reader.ts';

/** Told to the window when the application has taken up the page: from then on its buttons work. */
export const takenUpEvent = 'taken-up';

/**
 * Starts the application of a page that came as HTML: asks for its scripts once what the page shows has arrived and has
 * been painted, so that on a slow line they do not take turns with type and pictures. It waits a second at most: a
 * tab in the background is never painted, and one picture may be very late. It also tells the page of a reader who has
 * talked before, and keeps the last button pressed, or form sent and not written in since, until the application is
 * there to obey. It stands in the page itself, with the address of the application in `data-entry`; the security policy
 * knows it by its hash.
 */
export const starter = [
  '{const { entry } = document.currentScript.dataset;',
  'let started = false;',
  'const start = () => {',
  'if (started) return;',
  'started = true;',
  "for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload';",
  "const script = document.createElement('script');",
  "script.type = 'module';",
  'script.src = entry;',
  'document.head.append(script);',
  '};',
  'const painted = () => requestAnimationFrame(() => setTimeout(start));',
  "if (document.readyState === 'complete') painted();",
  "else addEventListener('load', painted);",
  'setTimeout(start, 1000);',
  'let early;',
  'const keep = (event) => {',
  "const isEnter = event.key === 'Enter' && !event.shiftKey && !event.isComposing;",
  // Who goes on writing has not sent it yet.
  "if (event.type === 'input') return void (early === event.target.form && (early = undefined));",
  "if (event.type === 'keydown' && !(isEnter && event.target.form && event.target.matches('textarea, input'))) return;",
  "const pressed = event.type === 'click' ? event.target.closest('button:not([type=submit])') : event.target.form ?? event.target;",
  'if (!pressed) return;',
  'event.preventDefault();',
  // Or the part that is taken up already would obey it, and then once more.
  'event.stopImmediatePropagation();',
  'early = pressed;',
  '};',
  "for (const type of ['click', 'submit', 'keydown', 'input']) addEventListener(type, keep, true);",
  `addEventListener('${takenUpEvent}', () => {`,
  "for (const type of ['click', 'submit', 'keydown', 'input']) removeEventListener(type, keep, true);",
  'if (early instanceof HTMLFormElement) early.requestSubmit();',
  'else early?.click();',
  '}, { once: true });',
  `try { if (localStorage.getItem('${knownReaderKey}')) document.documentElement.setAttribute('${knownReaderAttribute}', ''); }`,
  // Storage may be forbidden: then nobody is known.
  'catch {}}',
].join('');
