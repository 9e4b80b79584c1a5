import { strToU8, unzipSync, zipSync } from 'fflate';

/** A paragraph of a made manuscript: prose, a heading of some level, or a page of its own. */
export type Block = string | { heading: string; level: number };

/** A {@link Block}: a new page begins here. */
export const newPage = '\f';

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const zip = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

/** As Italian Word writes it: the style's id is «Titolo1», its name «heading 1». `*x*` becomes italics, `^x^` a footnote. */
export function docx(blocks: readonly Block[]): Uint8Array {
  const notes: string[] = [];
  const run = (text: string, properties = '') =>
    `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escape(text)}</w:t></w:r>`;
  const runs = (text: string) =>
    text
      .split(/(\*[^*]+\*|\^[^^]+\^)/)
      .map((part) => {
        if (part.startsWith('*')) return run(part.slice(1, -1), '<w:i/>');
        if (!part.startsWith('^')) return run(part);
        notes.push(part.slice(1, -1));
        return `<w:r><w:footnoteReference w:id="${notes.length}"/></w:r>`;
      })
      .join('');
  const body = blocks
    .map((block) => {
      if (block === newPage) return '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
      if (typeof block === 'string') return `<w:p>${runs(block)}</w:p>`;
      const style = `<w:pPr><w:pStyle w:val="Titolo${block.level}"/></w:pPr>`;
      return `<w:p>${style}${runs(block.heading)}</w:p>`;
    })
    .join('');
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const footnotes = notes.map(
    (text, i) => `<w:footnote w:id="${i + 1}"><w:p>${run(text)}</w:p></w:footnote>`,
  );
  return zip({
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/styles" Target="styles.xml"/><Relationship Id="r2" Type="${relations}/footnotes" Target="footnotes.xml"/></Relationships>`,
    'word/styles.xml': `<w:styles xmlns:w="${main}">${[1, 2, 3].map((level) => `<w:style w:type="paragraph" w:styleId="Titolo${level}"><w:name w:val="heading ${level}"/></w:style>`).join('')}</w:styles>`,
    'word/footnotes.xml': `<w:footnotes xmlns:w="${main}">${footnotes.join('')}</w:footnotes>`,
    'word/document.xml': `<w:document xmlns:w="${main}"><w:body>${body}</w:body></w:document>`,
  });
}

/**
 * A Word document of these paragraphs as they stand in its XML, beside styles that a template has: headings by their name in two
 * languages, a chapter style with a new page before it, a table of contents, and these others.
 */
export function wordDocument(body: string, otherStyles = ''): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const files = unzipSync(docx(['x']));
  const style = (id: string, name: string, properties = '') =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr>${properties}</w:pPr></w:style>`;
  const styles = [
    style('Titolo1', 'heading 1'),
    style('Titolo2', 'heading 2'),
    style('Sommario1', 'toc 1'),
    style('InizioCapitolo', 'Inizio capitolo', '<w:pageBreakBefore/>'),
  ];
  return zipSync({
    ...files,
    'word/styles.xml': strToU8(`<w:styles xmlns:w="${main}">${styles.join('')}${otherStyles}</w:styles>`),
    'word/document.xml': strToU8(
      `<w:document xmlns:w="${main}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="urn:wps" xmlns:v="urn:schemas-microsoft-com:vml"><w:body>${body}</w:body></w:document>`,
    ),
  });
}

/** As LibreOffice writes it, with a deleted sentence that is still in the file. */
export function odt(
  blocks: readonly Block[],
  options: { isLocked?: boolean; replaced?: (content: string) => string } = {},
): Uint8Array {
  let startsPage = false;
  const notes = (text: string) =>
    text.replace(
      /\^([^^]+)\^/g,
      '<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>$1</text:p></text:note-body></text:note>',
    );
  const body = blocks
    .map((block) => {
      if (block === newPage) {
        startsPage = true;
        return '';
      }
      const style = startsPage ? 'P1' : 'Standard';
      startsPage = false;
      if (typeof block !== 'string')
        return `<text:h text:style-name="${style}" text:outline-level="${block.level}">${notes(escape(block.heading))}</text:h>`;
      const text = notes(escape(block)).replace(
        /\*([^*]+)\*/g,
        '<text:span text:style-name="T1">$1</text:span>',
      );
      return `<text:p text:style-name="${style}">${text}</text:p>`;
    })
    .join('');
  const names = ['office', 'text', 'style']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
  return zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml': `<manifest:manifest><manifest:file-entry manifest:full-path="content.xml">${options.isLocked ? '<manifest:encryption-data/>' : ''}</manifest:file-entry></manifest:manifest>`,
    'content.xml': `<office:document-content ${names} xmlns:fo="urn:fo"><office:automatic-styles><style:style style:name="P1" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/></style:style></office:automatic-styles><office:body><office:text><text:tracked-changes><text:p>Frase cancellata.</text:p></text:tracked-changes>${options.replaced?.(body) ?? body}</office:text></office:body></office:document-content>`,
  });
}

/** A page of a made e-book: its name in the table of contents, what it is, its XHTML. */
export interface BookPage {
  label?: string;
  type?: string;
  html: string;
}

/** An e-book with its table of contents in `nav.xhtml`. `lock`: what its META-INF/encryption.xml says. */
export function epub(pages: readonly BookPage[], lock?: string): Uint8Array {
  const names = pages.map((_, i) => `testo/p${i + 1}.xhtml`);
  const links = pages.map(({ label }, i) =>
    label ? `<li><a href="${names[i]}">${escape(label)}</a></li>` : '',
  );
  return zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OEBPS/libro.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    ...(lock && { 'META-INF/encryption.xml': lock }),
    'OEBPS/libro.opf': `<package><manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>${names.map((name, i) => `<item id="p${i}" href="${name}" media-type="application/xhtml+xml"/>`).join('')}</manifest><spine><itemref idref="nav"/>${names.map((_, i) => `<itemref idref="p${i}"/>`).join('')}</spine></package>`,
    'OEBPS/nav.xhtml': `<html><body><nav epub:type="toc"><ol>${links.join('')}</ol></nav></body></html>`,
    ...Object.fromEntries(
      pages.map(({ html, type }, i) => [
        `OEBPS/${names[i]}`,
        `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body${type ? ` epub:type="${type}"` : ''}>${html}</body></html>`,
      ]),
    ),
  });
}

export const paragraphsAsHtml = (content: string): string =>
  content
    .split('\n\n')
    .map((paragraph) => `<p>${escape(paragraph)}</p>`)
    .join('\n');
