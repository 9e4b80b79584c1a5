import { z } from 'zod';

export const login = z.object({
  password: z
    .string('La password è obbligatoria.')
    .min(1, 'La password è obbligatoria.')
    .max(1_000, 'Password errata.'),
});

export const adminSession = z.object({ authenticated: z.boolean() });
