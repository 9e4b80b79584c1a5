import type { Element, ElementContent, Root } from 'hast';
import type { FootnoteReference } from 'mdast';
import type { ContainerDirective, LeafDirective, TextDirective } from 'mdast-util-directive';
import type { InlineMath, Math } from 'mdast-util-math';
import type { Handler, State } from 'mdast-util-to-hast';
import remarkDirective from 'remark-directive';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { element, text } from './figures.ts';
import { formula } from './formulas.ts';

/** The element for a figure's id and caption; nothing when the figure is placed elsewhere. */
type PlaceFigure = (id: string, caption: string) => ElementContent;

/**
 * Markdown to a HTML tree, with the articles' directives: `::figure{#id caption="…"}`, `:::note{type="sicurezza"}`,
 * `:::nota-a-margine{firma="…"}`, `:::glossa{titolo="…"}`, `:::intro`.
 *
 * @throws {Error} for an unknown directive, a formula that does not compile, a note without text
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
  return processor.runSync(processor.parse(markdown));
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
  return new Error(
    `line ${node.position?.start.line ?? '?'}: unknown or incomplete directive "${node.name}"`,
  );
}

/** The note is attached to its mark until `setNotes` places it beside the paragraph. */
function footnoteReference(state: State, node: FootnoteReference): Element {
  const definition = state.footnoteById.get(node.identifier.toUpperCase());
  if (!definition) throw new Error(`note ${node.identifier} has no text`);
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
