talus_script_test(NAME jobscripts/slurm GROUPS Scripts Life Studies TIMEOUT 1200)
talus_script_test(NAME jobscripts/slurm GROUPS LongLife LongStudies LABELS full TIMEOUT 7200)
