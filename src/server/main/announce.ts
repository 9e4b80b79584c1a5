/** What the program says to the person who starts it, on the terminal and not in the log. */
export const announce = {
  online(url: string): void {
    console.log(`Il sito è in linea su ${url}`);
  },
  standingBy(): void {
    console.log('Questa macchina aspetta: il sito è di quella che ha il bucket.');
  },
  password(password: string): void {
    console.log(
      [
        '',
        '  Password dell’amministratore (mostrata solo questa volta):',
        '',
        `      ${password}`,
        '',
        '  Accedi da /admin. In «Accesso» ne scegli un’altra, aggiungi una passkey e stampi i codici di recupero.',
        '',
      ].join('\n'),
    );
  },
  demoCodes(codes: readonly { code: string; opens: string }[]): void {
    console.log(
      [
        '  Codici del libro dimostrativo (stanno anche nel pannello):',
        '',
        ...codes.map(({ code, opens }) => `      ${code}  ${opens}`),
        '',
      ].join('\n'),
    );
  },
  publishedCodes(codes: readonly string[]): void {
    console.log(
      `Attenzione: ${codes.join(', ')} stanno nel programma, che chiunque può leggere, e aprono il sito: cambiali nel pannello.`,
    );
  },
  restored(lines: string[]): void {
    console.log(['Ripristino riuscito.', ...lines].join('\n'));
  },
  lines(lines: string[]): void {
    console.log(lines.join('\n'));
  },
  failure(message: string): void {
    console.error(message);
  },
} as const;
