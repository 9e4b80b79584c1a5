import { numbers } from '#shared/contracts/numbers.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';
import { readNumbers, type NumbersServices } from './numbers.service.ts';

export const numbersRouter = (services: NumbersServices) =>
  router({
    get: adminProcedure({
      summary: 'How the site is used, in numbers counted from what is stored anyway.',
      output: numbers,
    }).query(() => readNumbers(services)),
  });
