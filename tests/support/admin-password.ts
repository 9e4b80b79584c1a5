/** The administrator's password of every site that a test or a bench opens. */
export const adminPassword = 'parola-di-prova-per-il-banco';
