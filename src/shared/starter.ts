import { knownReaderAttribute, knownReaderKey } from './known-reader.ts';

/**
 * Starts the application of a page that came as HTML: asks for its scripts once what the page shows has arrived and has
 * been painted, so that on a slow line they do not take turns with type and pictures. It waits a second at most: a
 * tab in the background is never painted, and one picture may be very late. It also tells the page of a reader who has
 * talked before. It stands in the page itself, with the address of the application in `data-entry`; the security policy
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
  `try { if (localStorage.getItem('${knownReaderKey}')) document.documentElement.setAttribute('${knownReaderAttribute}', ''); }`,
  // Storage may be forbidden: then nobody is known.
  'catch {}}',
].join('');
