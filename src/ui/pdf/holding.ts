/** Shows a node that was created elsewhere, until another node replaces it. */
export function showNode(node: HTMLElement): (host: HTMLElement) => () => void {
  return (host) => {
    host.replaceChildren(node);
    return () => {
      if (node.parentNode === host) node.remove();
    };
  };
}
