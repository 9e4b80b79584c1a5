import type { Element, ElementContent, Root } from 'hast';
import { toString } from 'hast-util-to-string';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { Article, ArticleMeta } from '#shared/article.ts';
import { element, type FigureEntry, figureElement, text } from './figures.ts';
import { joinPunctuation } from './formulas.ts';
import { setHyphens } from './hyphens.ts';
import { pageRange, setLeaves } from './leaves.ts';
import { markdownToHtml } from './markdown.ts';
import { joinCodes, joinedCodes, joinUnits } from './no-break-spaces.ts';
import { setNotes } from './notes.ts';
import { checkLinks, linkCitations, setMarginReferences } from './references.ts';
import { setSections } from './sections.ts';
import { setTables } from './tables.ts';

interface ArticleSource {
  meta: ArticleMeta;
  text: string;
  figures: ReadonlyMap<string, FigureEntry>;
  pages: readonly string[];
  /** First and last page of another article, which `{pages of <slug>}` cites. */
  pagesOf: (slug: string) => string;
  /** SVG of a plate, where the HTML must be complete (server rendering). */
  readPlate?: ((id: string) => string) | undefined;
}

type CompiledArticle = ArticleMeta &
  Pick<Article, 'html' | 'sidebar' | 'contents' | 'minutes' | 'figureCount' | 'lastFoot'>;

const wordsPerMinute = 200;
const ownLabel = /^((?:Tav|Fig)\. \d+)(?= — )/;

/**
 * Compiles one article. Addresses of its files stay `asset:` marks for the bundler.
 *
 * @throws {Error} for a missing or unused figure, a dead link, a heading without an anchor, a formula that does not
 * compile
 */
export function compileArticle({
  meta,
  text: markdown,
  figures,
  pages,
  pagesOf,
  readPlate,
}: ArticleSource): CompiledArticle {
  const inSidebar = meta.figures.place === 'sidebar';
  const placed: Element[] = [];
  const used = new Set<string>();

  const tree = markdownToHtml(markdown, (id, caption): ElementContent => {
    const entry = figures.get(id);
    if (!entry) throw new Error(`the figure ${id} is not in figures.json`);
    used.add(id);
    const { label, rest } = numberCaption(caption, meta.figures.numbering, used.size);
    const svg = entry.kind === 'plate' ? readPlate?.(id) : undefined;
    const figure = figureElement({
      entry,
      caption: [text(rest)],
      label,
      svg,
      photoWidth: meta.figures.photoWidth,
      first: used.size === 1,
    });
    if (!inSidebar) return figure;
    placed.push(figure);
    return figureCall(id, label);
  });
  const unused = [...figures.keys()].filter((id) => !used.has(id));
  if (unused.length > 0) throw new Error(`never set in the text: ${unused.join(', ')}`);

  if (inSidebar) joinCalls(tree);
  joinPunctuation(tree);
  setTables(tree);
  setNotes(tree);
  const contents = setSections(tree);
  linkCitations(tree);
  const sidebar: Root = { type: 'root', children: placed };
  const lastFoot = setLeaves(tree, meta.leaves);
  const words = toString(tree).split(/\s+/).length + toString(sidebar).split(/\s+/).length;
  if (meta.references === 'margin') setMarginReferences(tree);

  const ownPages = pageRange({ ...meta, lastFoot });
  const setPages = (line: string) =>
    line.replace(/\{pages(?: of ([a-z0-9-]+))?\}/g, (_mark, slug?: string) =>
      slug ? pagesOf(slug) : ownPages,
    );
  for (const part of [tree, sidebar]) {
    visit(part, 'text', (node) => void (node.value = setPages(node.value)));
    joinUnits(part);
    setHyphens(part);
    joinCodes(part);
  }
  checkLinks([tree, sidebar], pages);

  return {
    ...meta,
    imprint: meta.imprint.map(setPages),
    footer: joinedCodes(setPages(meta.footer)),
    header: meta.header.map((each) => ({ ...each, value: joinedCodes(each.value) })),
    html: stringify(tree),
    sidebar: stringify(sidebar),
    contents,
    minutes: Math.ceil(words / wordsPerMinute),
    figureCount: used.size,
    lastFoot,
  };
}

/** Keeps the number of a caption that begins with «Tav. n — » or «Fig. n — »; numbers others if the page wants. */
function numberCaption(caption: string, numbering: string, number: number): { label: string; rest: string } {
  const own = ownLabel.exec(caption);
  if (own?.[1]) return { label: own[1], rest: caption.slice(own[0].length) };
  return numbering === 'none'
    ? { label: '', rest: caption }
    : { label: `${numbering} ${number}`, rest: `. ${caption}` };
}

function figureCall(id: string, label: string): Element {
  return element('a', { href: `#${id}`, className: ['figure-call'], dataFigure: id }, [text(label)]);
}

function joinCalls(tree: Root): void {
  tree.children = tree.children.filter((node, index) => {
    if (node.type !== 'element' || node.tagName !== 'a') return true;
    const paragraph = tree.children
      .slice(0, index)
      .findLast((other): other is Element => other.type === 'element' && other.tagName === 'p');
    if (!paragraph) throw new Error('a figure of the sidebar stands before the first paragraph');
    paragraph.children.push(text(' '), node);
    return false;
  });
}

function stringify(tree: Root): string {
  return unified().use(rehypeStringify, { allowDangerousHtml: true }).stringify(tree);
}
