import { useEffect } from 'react';

/**
 * Gives the printer the document's sheet. Its theme names it (`@page sato-lenz`), because the themes of other documents stay loaded;
 * Firefox takes the size of the paper from the page without a name alone.
 */
export function usePaper(name: string): void {
  useEffect(() => {
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
    const named = rules.find(
      (rule): rule is CSSPageRule => 'selectorText' in rule && rule.selectorText === name,
    );
    if (!named) return undefined;
    const paper = new CSSStyleSheet();
    paper.replaceSync(`@page { ${named.style.cssText} }`);
    document.adoptedStyleSheets.push(paper);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== paper);
    };
  }, [name]);
}
