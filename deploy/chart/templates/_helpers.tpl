{{/* What a Deployment, its Service and its budget select by: these can't change later. */}}
{{- define "countersign.selector" -}}
app.kubernetes.io/name: countersign
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}

{{- define "countersign.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{ include "countersign.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
{{- end }}

{{- define "countersign.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{ .Values.serviceAccount.name | default .Release.Name }}
{{- else -}}
{{ .Values.serviceAccount.name | default "default" }}
{{- end }}
{{- end }}

{{/* A value as text. Numbers of a values file are floating point, which templates would write as 5.24288e+07. */}}
{{- define "countersign.text" -}}
{{- if typeIs "string" . }}{{ toJson . }}{{ else }}{{ toJson . | quote }}{{ end }}
{{- end }}
