/** Says on a page that stands, but whose scripts have not come, that its buttons do not answer; the link loads it anew. */
export function warnOfSlowConnection(): void {
  const notice = document.createElement('p');
  notice.setAttribute('role', 'alert');
  notice.className = 'slow-connection';
  const retry = document.createElement('a');
  retry.href = location.href;
  retry.textContent = 'Riprova';
  retry.addEventListener('click', (event) => {
    // To the browser a link to where one is with a fragment leads nowhere.
    event.preventDefault();
    location.reload();
  });
  notice.append('La linea è debole: i comandi di questa pagina non sono arrivati. ', retry);
  document.body.append(notice);
}
