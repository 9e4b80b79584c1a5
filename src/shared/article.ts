export interface Article extends ArticleMeta {
  /** A preamble and one `<section>` for every heading that has an anchor. */
  html: string;
  /** HTML of the captioned figures, when the article shows them in a sidebar instead of its text. */
  sidebar: string;
  contents: readonly ContentsEntry[];
  /** Reading time in minutes at 200 words a minute, rounded up. */
  minutes: number;
  figureCount: number;
  previous: ArticleCard | null;
  next: ArticleCard | null;
  /** All pages of the encyclopedia in order, for link previews. */
  pages: readonly ArticleCard[];
  /** Foot of the last page; the other feet are in `html`. */
  lastFoot: PageFoot;
}

export interface LeafPlan {
  first: number;
  /** Page number format: `{n}` is the page's number, `{of}` the page count. */
  folio: string;
  verso: string;
  recto: string;
  /** Lines per page, and how many of them the document's head takes. */
  lines: number;
  opening: number;
  chars: number;
  /** Lines that a square figure takes. */
  figure: number;
}

export interface PageFoot {
  folio: string;
  running: string;
  side: 'verso' | 'recto';
}

/** Front matter of `article.md`. */
export interface ArticleMeta {
  slug: string;
  /** Position in the encyclopedia, from 1. */
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
  /** Header block of a manual: HTML values; an empty one prints as a blank line, `hand` as handwriting. */
  header: readonly { label: string; value: string; hand?: string | undefined }[];
  notice?: string | undefined;
  /** End of the previous entry and start of the next one, printed on the same page of a volume. */
  neighbours?: { before: string; after: string; headword: string } | undefined;
  stamps: readonly string[];
  signature?: string | undefined;
  /** HTML. */
  footer: string;
  colophon?: string | undefined;
  backLabel: string;
  /** `bound`: plates print at the end; `photoWidth`: maximum width of a photograph on a wide screen. */
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
  /** Printed number, such as `03` or `05.1`; may be empty. */
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
