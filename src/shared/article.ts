/** What the compiler makes of `src/content/articles/<slug>/`: everything a page needs, with no Markdown left in it. */
export interface Article extends ArticleMeta {
  /** The text as HTML: a preamble and one `<section>` for every heading that has an anchor. */
  html: string;
  /** The captioned figures, where the article sets them in a sidebar instead of in its text. */
  sidebar: string;
  contents: readonly ContentsEntry[];
  /** Minutes of reading at 200 words a minute, rounded up. */
  minutes: number;
  figureCount: number;
  previous: ArticleCard | null;
  next: ArticleCard | null;
  /** Every page of the encyclopedia, in order, for the previews of links between pages. */
  pages: readonly ArticleCard[];
  /** The foot of the document's last page; the others stand in its text. */
  lastFoot: PageFoot;
}

/** How a document is divided into pages. */
export interface LeafPlan {
  /** Number of its first page. */
  first: number;
  /** How a page is numbered: `{n}` is its number, `{of}` how many there are. */
  folio: string;
  /** Running words of the left and of the right pages. */
  verso: string;
  recto: string;
  /** Lines of text on a page, and how many of them the head of the document takes. */
  lines: number;
  opening: number;
  /** Characters in a line. */
  chars: number;
  /** Lines that a square figure takes. */
  figure: number;
}

export interface PageFoot {
  folio: string;
  running: string;
  side: 'verso' | 'recto';
}

/** The front matter of `article.md`, as the page prints it. */
export interface ArticleMeta {
  slug: string;
  /** Place among the pages of the world, from 1. */
  order: number;
  title: string;
  period?: string | undefined;
  subtitle: string;
  description: string;
  kicker?: string | undefined;
  /** Running lines of the publication: name, issue, pages. */
  imprint: readonly string[];
  byline: readonly string[];
  affiliation?: string | undefined;
  dates?: string | undefined;
  keywords: readonly string[];
  /** The printed header block of a manual; an empty value prints as a line to fill in, `hand` as what somebody has filled in. */
  header: readonly { label: string; value: string; hand?: string | undefined }[];
  notice?: string | undefined;
  /** What a volume prints on the same leaves: the end of the entry before and the beginning of the one after. */
  neighbours?: { before: string; after: string; headword: string } | undefined;
  stamps: readonly string[];
  /** Initials of the authors at the end of an encyclopedia's article. */
  signature?: string | undefined;
  footer: string;
  colophon?: string | undefined;
  backLabel: string;
  /** `bound`: on paper the plates stand at the end; `photoWidth`: the widest a photograph stands on a wide screen. */
  figures: {
    numbering: string;
    place: 'text' | 'sidebar';
    bound?: boolean | undefined;
    photoWidth?: string | undefined;
  };
  references?: 'end' | 'margin' | undefined;
  leaves: LeafPlan;
}

export interface ContentsEntry {
  id: string;
  /** Printed number, such as `03` or `05.1`; empty when the heading has none. */
  number: string;
  title: string;
  /** 2 for a section, 3 for a subsection. */
  level: 2 | 3;
}

export interface ArticleCard {
  slug: string;
  title: string;
  subtitle: string;
}
