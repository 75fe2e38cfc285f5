import { receivedFiles } from '../envelope/files/file.ts';
import {
  listedVariables,
  mergedVariables,
  type ListedVariable,
  type Variable,
} from '../variables/variable.ts';
import type { TemplateGraph } from './template.ts';

/** Returns the variables of a template's Word files, which every envelope from it fills in. */
export function templateVariables({ files }: Pick<TemplateGraph, 'files'>): readonly Variable[] {
  return mergedVariables(receivedFiles(files).flatMap(({ content }) => content.variables));
}

/** Lists them with their places in the values. */
export function listedTemplateVariables(graph: Pick<TemplateGraph, 'files'>): ListedVariable[] {
  return listedVariables(templateVariables(graph));
}
