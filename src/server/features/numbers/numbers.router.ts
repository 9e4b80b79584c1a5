import { numbers } from '#shared/contracts/numbers.ts';
import { adminProcedure, router } from '#server/api/trpc.ts';
import { readNumbers } from './numbers.service.ts';

export const numbersRouter = router({
  get: adminProcedure.output(numbers).query(({ ctx }) => readNumbers(ctx.services)),
});
