import { z } from 'zod';
import * as contract from '#shared/contracts/articles.ts';
import { drawnPage } from '#shared/contracts/book.ts';
import { byId } from '#shared/contracts/values.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';
import { remove } from '#server/storage/records/records.ts';
import type { Store } from '#server/storage/store/types.ts';
import type { ArticlesService } from './articles.service.ts';

export const articlesRouter = (articles: ArticlesService, store: Pick<Store, 'articles' | 'mutate'>) =>
  router({
    list: adminProcedure({
      summary: "The author's own articles with their Markdown, in ascending displayOrder, drafts too.",
      output: z.array(contract.article),
    }).query(() => articles.list()),
    create: adminProcedure({
      summary: 'Adds an article; 400 with the reason when its text cannot be shown.',
      input: contract.createArticle,
      output: contract.article,
    }).mutation(({ input }) => articles.create(input)),
    update: adminProcedure({
      summary: 'Changes the fields that are sent.',
      input: contract.updateArticle,
      output: contract.article,
    }).mutation(({ input }) => articles.update(input)),
    order: adminProcedure({
      summary:
        'Puts the articles in the order of the ids, all at once; 409 when `from` is not their order any more.',
      input: contract.orderArticles,
      output: z.array(contract.article),
    }).mutation(({ input }) => articles.order(input)),
    preview: adminProcedure({
      summary: 'The page that these words would make; nothing is saved.',
      input: contract.createArticle,
      output: drawnPage,
    }).mutation(async ({ input }) => ({ html: await articles.preview(input) })),
    delete: adminProcedure({
      summary: 'Takes an article away; it lies in the bin.',
      input: byId,
    }).mutation(({ input }) => remove(store, 'articles', input.id)),
  });
