import { inflateSync } from 'node:zlib';

/** A sheet that Chromium has printed: how many letters it carries, and how many pictures or groups. */
export interface PrintedSheet {
  letters: number;
  pictures: number;
}

/** Reads the sheets of a PDF written by Skia, whose objects stand uncompressed but for their streams. */
export function readSheets(pdf: Buffer): PrintedSheet[] {
  const file = pdf.toString('latin1');
  const streamOf = (object: string) => {
    const start = file.indexOf('stream\n', file.indexOf(`\n${object} 0 obj`)) + 'stream\n'.length;
    return inflateSync(pdf.subarray(start, file.indexOf('\nendstream', start))).toString('latin1');
  };
  return [...file.matchAll(/<<\/Type \/Page\n[\s\S]*?\/Contents (\d+) 0 R/g)].map(([, contents = '']) => {
    const drawing = streamOf(contents);
    return { letters: drawing.split(/ T[jJ]\n/).length - 1, pictures: drawing.split(/ Do\n/).length - 1 };
  });
}
