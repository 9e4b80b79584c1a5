/**
 * Starts the application of a page that came as HTML: asks for its scripts once the page has been painted, so that on
 * a slow line they do not take turns with type and pictures. A tab in the background is never painted: it waits a
 * second. It stands in the page itself, with the address of the application in `data-entry`; the security policy
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
  'requestAnimationFrame(() => setTimeout(start));',
  'setTimeout(start, 1000);}',
].join('');
