import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { H3Event } from 'h3';
import { FastResponse } from 'srvx';
import type { Article } from '#shared/article.ts';
import type { PublicBook } from '#shared/contracts/book.ts';
import { notFoundName, originMark, pageName, pages, workerFile } from '#shared/pages.ts';
import { allowImagesFrom, policyName, policyOfPage, policyOfPlainPage } from './headers.ts';
import { etagOf, hasCurrent } from './answers.ts';

const workerPath = `/${workerFile}`;
/** Of each address the name under which its page is built and drawn. */
const nameOf = new Map<string, string>([
  ...pages.map((path) => [path, pageName(path)] as const),
  [workerPath, workerFile],
]);

type Bytes = Uint8Array<ArrayBuffer>;

/** A page as it is sent: its bytes and, where it was built, the same compressed and a tag that changes with them. */
interface Page {
  html: string | Bytes;
  compressed?: { br: Bytes; gzip: Bytes };
  tag?: string;
  /** Its media type, where it is no HTML. */
  type?: string;
  /** Whether it says that there is no such page. */
  isMissing?: true;
  /** Its Content-Security-Policy, where the site's common one does not do. */
  policy?: string;
}

/** The boot script, as the build has set it into a page; the first element of its kind is the head's. */
const bootElement = /<script data-entry="[^"]*">(.*?)<\/script>/s;

/** The page for a path, with the query as the browser asked it; of an article of the author's, where there is one. */
export type RenderPage = (path: string, search: string, own?: OwnPage) => Promise<Page>;

/** An article of the author's, and the book whose page it is; one object until either changes. */
export interface OwnPage {
  article: Article;
  book: PublicBook;
}

/** The site's pages: what a request is answered with, and how others come in their place, all at once. */
interface SitePages {
  render: RenderPage;
  /** @param drawn HTML by the name of the page, and the service worker; what is not among them is not found */
  show(drawn: Readonly<Record<string, string>>): Promise<void>;
}

/**
 * The built pages and their service worker, until the author publishes others. Each is completed and compressed once, when it is first
 * asked for: all of them together take a quarter of a second of a start.
 *
 * @param publicUrl the site's address, which links for others (canonical, Open Graph) must name whole
 * @param drawArticle the HTML of an article of the author's
 */
export async function builtPages(
  clientDir: string,
  publicUrl: string | undefined,
  drawArticle: (book: PublicBook, article: Article) => Promise<string>,
): Promise<SitePages> {
  const origin = publicUrl === undefined ? '' : new URL(publicUrl).origin;
  const createPageCache = (htmlOf: (name: string) => string | undefined) => {
    const ready = new Map<string, Promise<Page>>();
    // One after another: each takes 20 MB while it is compressed.
    let turn = Promise.resolve();
    return (path: string): Promise<Page> => {
      const own = nameOf.get(path) ?? notFoundName;
      const name = htmlOf(own) === undefined ? notFoundName : own;
      const page = ready.get(name) ?? turn.then(() => preparePage(name, htmlOf(name) ?? '', origin));
      if (!ready.has(name)) turn = page.then(() => undefined);
      ready.set(name, page);
      return page;
    };
  };
  const built = new Map<string, string>();
  for (const name of [...nameOf.values(), notFoundName])
    built.set(
      name,
      await readFile(join(clientDir, `pages/${name}${name === workerFile ? '' : '.html'}`), 'utf8'),
    );
  let pageAt = createPageCache((name) => built.get(name));
  const articlePages = new WeakMap<OwnPage, Promise<Page>>();
  function pageOf(own: OwnPage): Promise<Page> {
    const { article, book } = own;
    const page =
      articlePages.get(own) ??
      drawArticle(book, article).then((html) => preparePage(article.slug, html, origin));
    articlePages.set(own, page);
    // Drawn again when it is asked for again.
    page.catch(() => articlePages.delete(own));
    return page;
  }
  return {
    render: (path, _search, own) => (own ? pageOf(own) : pageAt(path)),
    show(drawn) {
      pageAt = createPageCache((name) => drawn[name]);
      return Promise.resolve();
    },
  };
}

function preparePage(name: string, html: string, origin: string): Promise<Page> {
  if (name === workerFile) return compressPage(html, { type: 'text/javascript; charset=utf-8' });
  return compressPage(fillInOrigin(html, origin), name === notFoundName ? { isMissing: true } : {});
}

/** Fills in the origin. Where it is not known, what would have to name it is left out: better silent than wrong. */
export function fillInOrigin(html: string, origin: string): string {
  const page = origin ? html : html.replace(/<(?:link rel="canonical"|meta property="og:url")[^>]*>/g, '');
  return page.replaceAll(originMark, origin);
}

async function compressPage(text: string, rest: Pick<Page, 'type' | 'isMissing'>): Promise<Page> {
  const html = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: html.length };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(html, { params }),
    promisify(gzip)(html, { level: 9 }),
  ]);
  const bootScript = bootElement.exec(text)?.[1];
  return {
    ...rest,
    html,
    compressed: { br: new Uint8Array(br), gzip: new Uint8Array(zipped) },
    // Weak: it names the compressed forms too.
    tag: `W/${etagOf(html)}`,
    policy: bootScript === undefined ? policyOfPlainPage : policyOfPage(bootScript),
  };
}

/**
 * Any path that nothing else answers: the application, with status 404 when it is not one of its pages.
 *
 * @param imageSites the other sites whose images the page at a path may show, as origins
 * @param ownPageAt the author's article that readers find at a path
 */
export async function answerPage(
  event: H3Event,
  render: RenderPage,
  imageSites: (path: string) => Iterable<string> = () => [],
  ownPageAt: (path: string) => Promise<OwnPage | undefined> = () => Promise.resolve(undefined),
): Promise<Response> {
  const path = event.url.pathname.replace(/(?<=.)\/$/, '');
  const own = await ownPageAt(path);
  const isPage = nameOf.has(path) || own !== undefined;
  const target = isPage ? undefined : await meantPage(path, ownPageAt);
  if (target !== undefined) return redirectTo(target + event.url.search);
  const {
    html,
    compressed,
    tag,
    policy,
    type = 'text/html; charset=utf-8',
    isMissing = false,
  } = await render(path, event.url.search, own);
  const { method, headers: asked } = event.req;
  const status = isPage && !isMissing ? 200 : 404;
  const headers: Record<string, string> = {
    'Content-Type': type,
    'Cache-Control': 'no-cache',
  };
  if (tag && status === 200) headers.ETag = tag;
  // On a 304 too: the browser takes over its headers for the page that it has kept.
  if (policy) headers[policyName] = allowImagesFrom(policy, imageSites(path));
  if (!compressed) return new FastResponse(method === 'HEAD' ? null : html, { status, headers });

  headers.Vary = 'Accept-Encoding';
  if (headers.ETag && hasCurrent(asked.get('if-none-match'), headers.ETag)) {
    return new FastResponse(null, { status: 304, headers });
  }
  const encoding = acceptedEncoding(asked.get('accept-encoding') ?? '');
  if (encoding) headers['Content-Encoding'] = encoding;
  const body = encoding ? compressed[encoding] : html;
  headers['Content-Length'] = String(Buffer.byteLength(body));
  return new FastResponse(method === 'HEAD' ? null : body, { status, headers });
}

/** The page that was meant by an address typed from the printed book: telephones begin with a capital letter. */
async function meantPage(
  path: string,
  ownPageAt: (path: string) => Promise<OwnPage | undefined>,
): Promise<string | undefined> {
  const plain = `/${path.replace(/^\/+|\/+$/g, '').toLowerCase()}`;
  if (plain === path) return undefined;
  return pages.some((page) => page === plain) || (await ownPageAt(plain)) ? plain : undefined;
}

function redirectTo(location: string): Response {
  return new FastResponse(null, {
    status: 308,
    headers: { Location: location, 'Cache-Control': 'no-cache' },
  });
}

/** A browser's header of encodings has some thirty characters: a longer one is not looked at. */
const longestOffer = 1_024;

/** The better of our two encodings that the browser takes; `q=0` refuses one. */
function acceptedEncoding(header: string): 'br' | 'gzip' | undefined {
  if (header.length > longestOffer) return undefined;
  const offers = new Map(
    header
      .toLowerCase()
      .split(',')
      .map((offer) => {
        // No pattern with blanks on both sides: on a header of nothing but blanks it takes the square of its length.
        const [name = '', ...parameters] = offer.split(';').map((part) => part.trim());
        return [name, !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))] as const;
      }),
  );
  return (['br', 'gzip'] as const).find((name) => offers.get(name));
}
