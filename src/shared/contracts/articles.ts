import { z } from 'zod';
import { articleLooks } from '../article.ts';
import { ownPagesPrefix } from '../pages.ts';
import { bookPicture } from './book.ts';
import {
  chosenId,
  id,
  optionalText,
  optionalWholeNumber,
  requiredText,
  timestamp,
  versionRead,
  wholeNumber,
} from './values.ts';
import { visibleFrom, visibleFromField } from './visibility.ts';

/** What a figure is called by in the text. */
const figureName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** What the page around the text has already. */
const pageIds = new Set([
  'anteprima',
  'articolo',
  'bibliografia',
  'indice',
  'libro',
  'root',
  'testo',
  'titolo',
]);

const figure = z.object({
  name: z
    .string()
    .trim()
    .max(40, 'Il nome di una figura può avere al massimo 40 caratteri.')
    .regex(figureName, 'Il nome di una figura ha solo lettere minuscole, cifre e trattini, come «torre-2».')
    .refine(
      (name) => !pageIds.has(name),
      'Questo nome serve alla pagina: chiama la figura in un altro modo.',
    ),
  picture: bookPicture
    .extend({ alt: z.string().trim().max(500) })
    .refine(({ src }) => src.startsWith('/'), 'L’immagine di una figura deve stare su questo sito.')
    .optional(),
});

const figures = z
  .array(figure)
  .max(60, 'Le figure di un articolo possono essere al massimo 60.')
  .superRefine((list, context) => {
    const names = list.map(({ name }) => name);
    const twice = names.find((name, place) => names.indexOf(name) !== place);
    if (twice !== undefined)
      context.addIssue({ code: 'custom', message: `Due figure si chiamano «${twice}».` });
    for (const { name, picture } of list) {
      const fault = !picture ? 'non ha un’immagine' : picture.alt ? undefined : 'non dice che cosa si vede';
      if (fault) context.addIssue({ code: 'custom', message: `La figura «${name}» ${fault}.` });
    }
  });

const fields = {
  name: requiredText('L’indirizzo', 60).regex(
    figureName,
    `L’indirizzo ha solo lettere minuscole senza accenti, cifre e trattini: sarà ${ownPagesPrefix}le-prime-prove.`,
  ),
  look: z.enum(articleLooks, 'L’aspetto non è fra quelli che ci sono.'),
  title: requiredText('Il titolo', 160),
  subtitle: optionalText('Il sottotitolo', 300),
  description: optionalText('La descrizione', 200),
  byline: optionalText('La firma', 200),
  imprint: optionalText('La testata', 200),
  footer: optionalText('Il piè di pagina', 300),
  text: requiredText('Il testo', 100_000),
  visibleFrom: visibleFromField,
};

/** A page of the author's at `/pagine/<name>`: its Markdown, and what stands around it. */
export const article = z.object({
  id,
  name: z.string().regex(figureName).max(60),
  look: z.enum(articleLooks),
  title: z.string(),
  subtitle: z.string().optional(),
  description: z.string().optional(),
  byline: z.string().optional(),
  imprint: z.string().optional(),
  footer: z.string().optional(),
  /** Markdown, as the six articles have it. */
  text: z.string().max(100_000),
  figures,
  displayOrder: z.number().int().min(0),
  visibleFrom,
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** Without `displayOrder` the article is appended. */
export const createArticle = z.object({
  id: chosenId,
  ...fields,
  figures: figures.default([]),
  displayOrder: optionalWholeNumber("L'ordine", 0),
});

export const updateArticle = z
  .object({ ...fields, figures, displayOrder: wholeNumber("L'ordine", 0) })
  .partial()
  .extend({ id, updatedAt: versionRead });

/** `ids`: all articles in the new order; `from`: the order the author saw. */
export const orderArticles = z.object({ ids: z.array(id), from: z.array(id).optional() });

export type OwnArticle = z.infer<typeof article>;
export type CreateArticle = z.output<typeof createArticle>;
export type UpdateArticle = z.output<typeof updateArticle>;
