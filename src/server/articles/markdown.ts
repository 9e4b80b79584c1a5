import type { Element, ElementContent, Root } from 'hast';
import type { FootnoteReference, Root as MarkdownRoot } from 'mdast';
import type { ContainerDirective, LeafDirective, TextDirective } from 'mdast-util-directive';
import type { InlineMath, Math } from 'mdast-util-math';
import type { Handler, State } from 'mdast-util-to-hast';
import remarkDirective from 'remark-directive';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { ArticleFault } from './article-fault.ts';
import { element, text } from './figures.ts';
import { formula } from './formulas.ts';

/** The element for a figure's id and caption; nothing when the figure is placed elsewhere. */
type PlaceFigure = (id: string, caption: string) => ElementContent;

/**
 * Markdown to a HTML tree, with the articles' directives: `::figure{#id caption="…"}`, `:::note{type="sicurezza"}`,
 * `:::nota-a-margine{firma="…"}`, `:::glossa{titolo="…"}`, `:::intro`.
 *
 * @throws {ArticleFault} for raw HTML, an unknown directive, a formula that does not compile, a note without text
 */
export function markdownToHtml(markdown: string, placeFigure: PlaceFigure): Root {
  const processor = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkMath)
    .use(remarkDirective)
    .use(remarkRehype, {
      handlers: {
        leafDirective: figureHandler(placeFigure),
        containerDirective,
        textDirective,
        footnoteReference,
        math: ((_state, node: Math) => raw('div', 'formula', formula(node.value, true))) satisfies Handler,
        inlineMath: ((_state, node: InlineMath) =>
          raw('span', 'formula-inline', formula(node.value, false))) satisfies Handler,
      },
    });
  const tree = processor.parse(markdown);
  refuseUnreadable(tree);
  return processor.runSync(tree);
}

/** @throws {ArticleFault} for what would be dropped without a word, or shown as no page here shows it */
function refuseUnreadable(tree: MarkdownRoot): void {
  const calls = new Set<string>();
  visit(tree, 'footnoteReference', ({ identifier }) => void calls.add(identifier));
  visit(tree, (node) => {
    const line = `Riga ${node.position?.start.line ?? '?'}`;
    if (node.type === 'html')
      throw new ArticleFault(`${line}: qui non va HTML («${node.value.slice(0, 40)}»), solo Markdown.`);
    if (node.type === 'image' || node.type === 'imageReference')
      throw new ArticleFault(
        `${line}: un’immagine si mette fra le figure e si chiama con ::figure{#nome caption="…"}.`,
      );
    if (node.type === 'heading' && (node.depth === 1 || node.depth > 3))
      throw new ArticleFault(`${line}: i titoli nel testo sono di due gradi, ## e ###.`);
    if (node.type === 'footnoteDefinition' && !calls.has(node.identifier))
      throw new ArticleFault(`${line}: la nota ${node.identifier} nel testo non è chiamata.`);
    // What calls a note that has no text is plain words to Markdown.
    const call = node.type === 'text' ? /\[\^([^\]\s]+)\]/.exec(node.value)?.[1] : undefined;
    if (call !== undefined) throw new ArticleFault(`${line}: la nota ${call} non ha testo.`);
  });
}

function raw(tagName: string, className: string, html: string): Element {
  return element(tagName, { className: [className] }, [{ type: 'raw', value: html }]);
}

function figureHandler(placeFigure: PlaceFigure): Handler {
  return (_state, node: LeafDirective) => {
    const { id, caption } = node.attributes ?? {};
    if (node.name !== 'figure' || !id || !caption) throw unknownDirective(node);
    return placeFigure(id, caption);
  };
}

const containers: Record<string, (attributes: Record<string, string>, body: ElementContent[]) => Element> = {
  intro: (_attributes, body) => element('div', { className: ['intro'] }, body),
  note: ({ type = '' }, body) =>
    type === 'sicurezza'
      ? element('div', { className: ['safety-note'], role: 'note', ariaLabel: 'Nota di sicurezza' }, [
          element('p', { className: ['safety-label'], ariaHidden: 'true' }, [text('Sicurezza')]),
          ...body,
        ])
      : element('div', { className: ['printed-notice'], role: 'note', ariaLabel: 'Avviso' }, body),
  glossa: ({ titolo = '' }, body) =>
    element('div', { className: ['margin-note', 'gloss'], role: 'note', ariaLabel: titolo }, [
      element('p', { className: ['gloss-title'], ariaHidden: 'true' }, [text(titolo)]),
      ...body,
    ]),
  'nota-a-margine': ({ firma = '' }, body) =>
    element('div', { className: ['margin-note', 'handwritten'], role: 'note', ariaLabel: 'Nota a margine' }, [
      ...body,
      element('p', { className: ['signature'] }, [text(`— ${firma}`)]),
    ]),
};

function containerDirective(state: State, node: ContainerDirective): Element {
  const container = containers[node.name];
  if (!container) throw unknownDirective(node);
  return container((node.attributes ?? {}) as Record<string, string>, state.all(node));
}

/** Articles have no inline directives: text like `1:20.000` stays as written. */
function textDirective(_state: State, node: TextDirective): ElementContent {
  if (node.children.length > 0 || Object.keys(node.attributes ?? {}).length > 0) throw unknownDirective(node);
  return text(`:${node.name}`);
}

function unknownDirective(node: ContainerDirective | LeafDirective | TextDirective): Error {
  return new ArticleFault(
    `Riga ${node.position?.start.line ?? '?'}: «${node.name}» dopo i due punti non è fra i segni che l’articolo conosce, o non è finito.`,
  );
}

/** The note is attached to its mark until `setNotes` places it beside the paragraph. */
function footnoteReference(state: State, node: FootnoteReference): Element {
  const definition = state.footnoteById.get(node.identifier.toUpperCase());
  if (!definition) throw new ArticleFault(`La nota ${node.identifier} non ha testo.`);
  const id = `nota-${node.identifier}`;
  const note = element('div', { id, className: ['margin-note', 'footnote'], role: 'note' }, [
    element(
      'a',
      { href: `#rif-${id}`, className: ['note-number'], ariaLabel: `${node.identifier}, torna al testo` },
      [text(node.identifier)],
    ),
    ...state.all(definition),
  ]);
  const mark = element('a', { href: `#${id}`, id: `rif-${id}`, ariaLabel: `Nota ${node.identifier}` }, [
    text(node.identifier),
  ]);
  return { ...element('sup', { className: ['note-mark'] }, [mark]), data: { note } as Element['data'] };
}
