import { parse } from 'yaml';
import type { CreateGalleryImage } from '../shared/contracts/gallery.ts';
import type { CreateMusicCode } from '../shared/contracts/music-codes.ts';
import type { CreateSection } from '../shared/contracts/sections.ts';
import type { CreateUnlockCode } from '../shared/contracts/unlock-codes.ts';
import { cardsOf, type CardOfSection } from './cards-file.ts';
import codes from './demo/codes.json';
import gallery from './demo/gallery.json';

/** Initial data of an empty database when `DEMO` is on; every record passes its feature's contract. */
export interface DemoBook {
  sections: CreateSection[];
  unlockCodes: CreateUnlockCode[];
  musicCodes: CreateMusicCode[];
  galleryImages: CreateGalleryImage[];
  /** In story order; `sectionId` is set once the sections are stored. */
  memoryCards: CardOfSection[];
}

interface FrontMatter {
  sectionNumber: number;
  title: string;
  line?: string;
  reduced70?: string;
  reduced30?: string;
}

const files = import.meta.glob<string>('./demo/*.md', { query: '?raw', import: 'default', eager: true });

/** Parses Markdown with YAML front matter. @throws when the front matter is missing */
export function parseSection(file: string, text: string): CreateSection {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text);
  if (!match?.[1] || !match[2]) throw new Error(`${file}: front matter between --- lines is missing`);
  const { sectionNumber, title, line, reduced70, reduced30 } = parse(match[1]) as FrontMatter;
  return {
    sectionNumber,
    title,
    content: match[2].trim(),
    contentReduced70: reduced70?.trim(),
    contentReduced30: reduced30?.trim(),
    contentLine: line?.trim(),
  };
}

const cardFiles = import.meta.glob<unknown>('./demo/ricordi/*.yaml', {
  import: 'default',
  eager: true,
});

/** The codes of {@link demoBook}: published in the repository. */
export const publishedDemoCodes = {
  unlockCodes: codes.unlockCodes.map(({ code }) => code),
  musicCodes: codes.musicCodes.map(({ code }) => code),
};

export function demoBook(): DemoBook {
  const sections = Object.entries(files).map(([file, text]) => parseSection(file, text));
  return {
    sections: sections.sort((a, b) => a.sectionNumber - b.sectionNumber),
    unlockCodes: codes.unlockCodes.map(({ code, maxSection, label }) => ({ code, maxSection, label })),
    musicCodes: codes.musicCodes.map(({ code, spotifyUrl, trackTitle, artist, description }) => ({
      code,
      spotifyUrl,
      trackTitle,
      artist,
      description,
    })),
    galleryImages: gallery.map(({ file, title, description, displayOrder }) => ({
      title,
      imageUrl: `/public-objects/gallery/${file}`,
      description,
      displayOrder,
    })),
    memoryCards: Object.keys(cardFiles)
      .sort()
      .flatMap((file) => cardsOf(file, cardFiles[file])),
  };
}
