import { exportPackage, packagePlan } from '#shared/contracts/book-package.ts';
import { byId } from '#shared/contracts/values.ts';
import { adminProcedure, fileInput, router } from '#server/api/trpc.ts';
import type { BookPackageService } from './book-package.service.ts';

export const bookPackageRouter = (bookPackage: BookPackageService) =>
  router({
    export: adminProcedure({
      summary: 'The whole book as one zip; with `codes=values` the codes’ values go along.',
      input: exportPackage,
    }).query(({ input }) => bookPackage.download(input.codes)),
    check: adminProcedure({
      summary: 'Reads a package whole and says what it would change.',
      input: fileInput,
      output: packagePlan,
    }).mutation(({ input }) => bookPackage.check(input.file)),
    confirm: adminProcedure({
      summary: 'Copies the site, then puts the book of the package in the place of this one, in one write.',
      input: byId,
    }).mutation(({ input }) => bookPackage.apply(input.id)),
    discard: adminProcedure({
      summary: 'Lets go of a package that was read.',
      input: byId,
    }).mutation(({ input }) => bookPackage.discard(input.id)),
  });
