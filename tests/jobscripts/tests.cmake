talus_script_test(NAME jobscripts/slurm GROUPS Scripts)
talus_script_test(NAME jobscripts/slurm GROUPS Life Studies LABELS full)
talus_script_test(NAME jobscripts/slurm GROUPS LongLife LongStudies LABELS full TIMEOUT 3000)
